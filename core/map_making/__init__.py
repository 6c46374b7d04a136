"""Evidence maps where the transcript is: an outline, tables, a model's proposal, what is wrong, what is not used."""
