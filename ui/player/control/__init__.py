"""What a person does with the player, and what happens then: steps, choices, keys, pointer."""
