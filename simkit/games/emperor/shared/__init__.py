"""What encounters and the whole game share: records, charts of the book, presets."""
