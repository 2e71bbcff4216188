// A table that is sorted, filtered and summed up.

import { below, ease, opening, table, title } from '../drawing.mjs'

const widths = [150, 100, 140, 154]
const head = ['Region', 'Year', 'Accidents', 'People']
const rows = [
  ['North', '2024', '412', '1 130 000'],
  ['Coast', '2024', '96', '214 000'],
  ['Hills', '2024', '233', '702 000'],
  ['North', '2025', '431', '1 141 000'],
  ['Coast', '2025', '88', '219 000'],
]
const byAccidents = rows.toSorted((a, b) => Number(b[2]) - Number(a[2]))

const cells = ({ rectangle }, time) => {
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 4; column++) {
      const share = ease((time - (row + column) * 0.18) / 0.5)
      const colour = row === 0 ? 'teal' : column === 2 && row === 2 ? 'blue' : 'sea'
      rectangle(colour, 330 + column * 66, 206 + row * 22, 60 * share, 17)
    }
}

const sums = [
  ['North', 843],
  ['Hills', 233],
  ['Coast', 184],
]
const pivot = ({ rectangle }, time) =>
  sums.forEach(([, sum], index) =>
    rectangle(index === 0 ? 'blue' : 'teal', 160, 138 + index * 56, (sum / 843) * 340 * ease((time - 0.5 - index * 0.5) / 1.2), 32),
  )

export const spreadsheet = [
  {
    seconds: 6,
    draw: cells,
    lines: opening('A table, row by row', 'Sort, filter, pivot'),
    says: ['A table answers three kinds of questions.', 'One of them is hidden until you ask.'],
  },
  {
    seconds: 6,
    draw: table({ widths, rows: [head, ...rows] }).draw,
    lines: [title('One row, one case'), below('Five rows: a region in a year.'), ...table({ widths, rows: [head, ...rows] }).lines],
    says: ['Each row is a region in one year.', 'If a row means two things, split it first.'],
  },
  {
    seconds: 6,
    draw: table({ widths, rows: [head, ...byAccidents], markedColumns: { 2: 'sky' } }).draw,
    lines: [title('Sort'), below('What is the most, and what is odd?'), ...table({ widths, rows: [head, ...byAccidents] }).lines],
    says: ['Sort to find the most, and what is odd.', 'Errors collect at both ends.'],
  },
  {
    seconds: 7,
    draw: table({ widths, rows: [head, ...rows], markedRows: { 4: 'sky', 5: 'sky' } }).draw,
    lines: [title('Filter'), below('Only 2025.'), ...table({ widths, rows: [head, ...rows], faded: [1, 2, 3] }).lines],
    says: ['Filter to compare like with like.', 'Write down what you left out, and why.'],
  },
  {
    seconds: 7,
    draw: pivot,
    lines: [
      title('Pivot'),
      below('Accidents of both years, by region.'),
      ...sums.flatMap(([region, sum], index) => [
        { text: region, y: 144 + index * 56, size: 18 },
        { text: String(sum), x: 172 + (sum / 843) * 340, y: 144 + index * 56, size: 18, bold: true, after: 1.6 + index * 0.5 },
      ]),
    ],
    says: ['A pivot adds up what belongs together.', 'Now ask the next question: for how many people?'],
  },
]
