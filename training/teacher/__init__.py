"""A teacher's translations: trained models go in; pairs from which others learn come out."""
