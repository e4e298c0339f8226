"""Our notation: plain data read into the records of the model, with its short forms and phrases."""
