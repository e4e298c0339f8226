"""The compiler of rules text (`compiler`): from the words on a card to the records of the model."""
