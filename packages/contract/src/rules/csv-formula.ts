/**
 * Text that a spreadsheet would run as a formula, also after spaces (source: OWASP, CSV Injection), and text that looks like an escaped
 * one, so that removing one apostrophe always restores the original.
 */
const formulaStart = /^'*[ \u00a0]*[=+\-@\t\r\n]/

export const escapeFormula = (cell: string): string => (formulaStart.test(cell) ? `'${cell}` : cell)

/** Removes the apostrophe that `escapeFormula` added. */
export const unescapeFormula = (cell: string): string => (cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell)
