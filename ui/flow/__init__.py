"""Flow: one decoding step as a picture, from source words through ribbons into the context."""
