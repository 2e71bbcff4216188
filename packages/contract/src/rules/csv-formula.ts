/**
 * Text that a spreadsheet would run as a formula, also after blanks and invisible characters and with full-width signs, which some read as
 * `=+-@` (source: OWASP, CSV Injection), and text that looks like an escaped
 * one, so that removing one apostrophe always restores the original.
 */
const formulaStart = /^'*[\p{Zs}\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u

export const escapeFormula = (cell: string): string => (formulaStart.test(cell) ? `'${cell}` : cell)

/** Removes the apostrophe that `escapeFormula` added. */
export const unescapeFormula = (cell: string): string => (cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell)
