// A messy table: what is wrong with it, and the table with a log of what was changed.

import { below, both, checklist, ease, opening, table, title } from '../drawing.mjs'

const widths = [190, 150, 204]
const head = ['Town', 'Date', 'Inspections']
const messy = [
  ['Porto', '03/04/2025', '1,200'],
  ['porto ', '3 April 25', '1200'],
  ['Braga', '31/04/2025', '310'],
  ['Faro', '12/05/2025', 'n/a'],
  ['Évora', '14/05/2025', '95'],
]
const clean = [
  ['Porto', '2025-04-03', '1200'],
  ['Braga', '?', '310'],
  ['Faro', '2025-05-12', ''],
  ['Évora', '2025-05-14', '95'],
]
const messyTable = (more) => table({ widths, rows: [head, ...messy], ...more })
const cleanTable = table({ widths, rows: [head, ...clean], markedColumns: { 1: 'sea' } })

/** Tiles that fall into place. */
const tiles = ({ polygon }, time) => {
  for (let index = 0; index < 24; index++) {
    const share = ease((time - 0.4 - index * 0.07) / 1.1)
    const [column, row] = [index % 6, Math.floor(index / 6)]
    const turn = (1 - share) * (index % 2 === 0 ? 0.9 : -0.7)
    const [x, y] = [380 + column * 40 + (1 - share) * (((index * 37) % 60) - 30), 212 + row * 34 + (1 - share) * (((index * 53) % 50) - 25)]
    const [w, h] = [15, 12]
    const corners = [
      [-w, -h],
      [w, -h],
      [w, h],
      [-w, h],
    ]
    const turned = corners.map(([a, b]) => [x + a * Math.cos(turn) - b * Math.sin(turn), y + a * Math.sin(turn) + b * Math.cos(turn)])
    polygon(index % 7 === 3 ? 'red' : index % 3 === 0 ? 'blue' : 'teal', turned)
  }
}

const strike = ({ line }, time) => line('red', [52, 207], [52 + 536 * ease((time - 2.5) / 1.2), 207], 2.5)

const log = checklist(['What was changed?', 'Why, and who says so?', 'How many rows?', 'What is still open?'])

export const cleaning = [
  {
    seconds: 6,
    draw: tiles,
    lines: opening('Data is never clean', 'Cleaning a messy table'),
    says: ['Somebody typed this table on a Friday afternoon.', 'Clean it, and leave a trace of what you did.'],
  },
  {
    seconds: 7,
    draw: both(messyTable({ markedRows: { 1: 'rose', 2: 'rose' } }).draw, strike),
    lines: [title('The same row, twice'), below('Two ways to write one inspection.'), ...messyTable().lines],
    says: ['Porto appears twice: a capital letter, and a space.', 'Count both, and you report 2,400 inspections.'],
  },
  {
    seconds: 7,
    draw: messyTable({ markedRows: { 3: 'rose' } }).draw,
    lines: [title('A day that does not exist'), below('April has thirty days.'), ...messyTable().lines],
    says: ['The thirty-first of April: a typing error, or a rule?', 'Ask the office. Do not guess.'],
  },
  {
    seconds: 7,
    draw: cleanTable.draw,
    lines: [title('One way to write each thing'), below('Empty is not zero, and unknown stays unknown.'), ...cleanTable.lines],
    says: ['Year, month, day; no words in a column of numbers.', 'Empty is not zero.'],
  },
  {
    seconds: 9,
    draw: log.draw,
    lines: [title('Keep a log'), ...log.lines],
    says: ['Keep a log of each change.', 'An editor must be able to undo all of it.'],
  },
]
