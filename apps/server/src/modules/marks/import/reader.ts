/** The thread that reads a file of marks: the rows as they are, because their meaning depends on the assignments of the course. */

import { answer } from '#modules/imports/reader-thread.ts'

await answer(({ rows, otherSheets }) => ({ items: rows, detected: { otherSheets } }), { hasFormulas: true })
