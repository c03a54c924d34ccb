"""Words for beginners: glossary, first turn, tips and examples."""
