"""What was written: text to a frozen tree with spans, and back."""
