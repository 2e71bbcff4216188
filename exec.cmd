@rem On Windows, what `exec` of other shells does for npm start: it runs the rest of the line.
@%*
