package sheet

import "btracker/internal/tracker"

// Why a file is refused.
var (
	tooManyParts    = tracker.NewSentence("file.parts", "File has more parts than a table has.")
	damagedFile     = tracker.NewSentence("file.damaged", "File is a damaged XLSX file. It may be cut off.")
	noSheet         = tracker.NewSentence("file.noSheet", "File has no sheet.")
	missingPart     = tracker.NewSentence("file.missingPart", "File is not an XLSX file: it has no {part}.")
	unpacksTooMuch  = tracker.NewSentence("file.unpacks", "File unpacks to more than a table of its size has.")
	damagedPart     = tracker.NewSentence("file.damagedPart", "File is a damaged XLSX file: {part} can not be read.")
	longText        = tracker.NewSentence("file.longText", "File has a text of more than {max} characters.")
	tooManyTexts    = tracker.NewSentence("file.texts", "File has too many texts. Split it.")
	notUTF8         = tracker.NewSentence("file.notUtf8", "File says that it is UTF-8, and is not. It may be cut off.")
	cutUTF16        = tracker.NewSentence("file.cutUtf16", "File is UTF-16 and ends within a character. It may be cut off.")
	notATable       = tracker.NewSentence("file.notATable", "File is neither CSV nor XLSX.")
	cutOff          = tracker.NewSentence("file.cutOff", "File ends within a character. It may be cut off.")
	openQuote       = tracker.NewSentence("file.openQuote", "File has a quoted cell in row {row} that does not end. It may be cut off.")
	textBehindQuote = tracker.NewSentence("file.textBehindQuote", "File has a quoted cell in row {row} with text behind its quote.")
	unreadableText  = tracker.NewSentence("file.unreadable", "File can not be read: {why}.")
	oldExcel        = tracker.NewSentence("file.oldExcel", "File is an old or encrypted Excel file. Save it as XLSX without a password, or as CSV.")
	tooManyCells    = tracker.NewSentence("file.cells", "File has too many cells for its size. Save it again as CSV, or split it.")
	tooMuchText     = tracker.NewSentence("file.text", "File has more than {size} of text. Split it.")
	tooManyRows     = tracker.NewSentence("file.rows", "File has more than {max} rows. Split it.")
	tooManyColumns  = tracker.NewSentence("file.columns", "File has more than {max} columns.")
	longCell        = tracker.NewSentence("file.longCell", "File has a cell of more than {max} characters in row {row}.")
)
