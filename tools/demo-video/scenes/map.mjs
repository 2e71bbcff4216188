// A globe that becomes a flat map, and a map that is coloured by a count and by a rate.

import { below, checklist, ease, move, opening, title } from '../drawing.mjs'

/** Meridians and parallels of a globe that turns. */
const globe = (x, y, radius) => (pen, time) => {
  pen.oval('teal', x, y, radius + 2)
  pen.oval('sea', x, y, radius)
  for (const latitude of [-0.6, -0.3, 0, 0.3, 0.6]) {
    const half = Math.sqrt(1 - latitude ** 2) * radius
    pen.line('teal', [x - half, y + latitude * radius], [x + half, y + latitude * radius], 1.2)
  }
  for (let index = 0; index < 6; index++) {
    const turn = (((index + time * 0.5) % 6) / 6) * Math.PI - Math.PI / 2
    for (let step = 0; step < 24; step++) {
      const point = (at) => [x + Math.sin(turn) * Math.cos(at) * radius, y + Math.sin(at) * radius]
      const at = -Math.PI / 2 + (step * Math.PI) / 24
      pen.line('teal', point(at), point(at + Math.PI / 24), 1.2)
    }
  }
}

/** Circles that are alike on the globe: Mercator's map enlarges them towards the poles. */
const circles = (pen, time) => {
  const flat = ease((time - 1.5) / 2.5)
  const [x, y] = [90, 232]
  pen.rectangle('sea', x, y - 110, 460, 220)
  for (let column = 0; column <= 8; column++) pen.rectangle('line', x + column * 57.5 - 0.5, y - 110, 1, 220)
  for (const latitude of [-60, -40, -20, 0, 20, 40, 60]) {
    const angle = (latitude * Math.PI) / 180
    const mercator = Math.log(Math.tan(Math.PI / 4 + angle / 2)) * 72
    const at = y - (angle * 82 + (mercator - angle * 82) * flat)
    pen.rectangle('line', x, at - 0.5, 460, 1)
    const size = 8 * (1 + (1 / Math.cos(angle) - 1) * flat)
    for (let column = 0; column < 4; column++) pen.oval(Math.abs(latitude) > 30 ? 'blue' : 'teal', x + 57.5 + column * 115, at, size)
  }
}

const regions = [
  {
    name: 'North',
    at: [300, 150],
    shape: [
      [210, 128],
      [300, 112],
      [402, 124],
      [418, 176],
      [330, 192],
      [226, 184],
    ],
  },
  {
    name: 'Coast',
    at: [196, 236],
    shape: [
      [226, 184],
      [262, 188],
      [258, 262],
      [212, 310],
      [168, 262],
      [180, 204],
    ],
  },
  {
    name: 'Hills',
    at: [330, 236],
    shape: [
      [262, 188],
      [330, 192],
      [418, 176],
      [452, 232],
      [398, 284],
      [258, 262],
    ],
  },
  {
    name: 'South',
    at: [320, 296],
    shape: [
      [258, 262],
      [398, 284],
      [380, 326],
      [290, 336],
      [212, 310],
    ],
  },
]
const islands = (fill) => (pen, time) => {
  pen.rectangle('sea', 120, 104, 400, 242)
  regions.forEach(({ shape }, index) => {
    pen.polygon(fill(index, time), shape)
    shape.forEach((corner, place) => pen.line('paper', corner, shape[(place + 1) % shape.length], 3))
  })
}
const names = regions.map(({ name, at: [x, y] }) => ({ text: name, x: x - 18, y: y - 8, size: 14, bold: true, colour: 'ink' }))

const questions = checklist(['Does the place explain it?', 'Is it a rate, or only people?', 'Would bars say it sooner?'])

export const map = [
  {
    seconds: 6,
    draw: (pen, time) => globe(500, move(time, 300, 210, 0, 1.5), 112)(pen, time),
    lines: opening('Maps', 'And when not to draw one'),
    says: ['The world is round, and paper is flat.', 'Each map decides what to bend.'],
  },
  {
    seconds: 8,
    draw: circles,
    lines: [title('What a projection does'), below('The same circles, on Mercator’s map.')],
    says: ['On the globe these circles are equal.', 'Mercator keeps directions, and makes the north look large.'],
  },
  {
    seconds: 6,
    draw: islands((index) => ['blue', 'sky', 'sky', 'sky'][index]),
    lines: [title('By number: where people live'), ...names.map((one, index) => (index === 0 ? { ...one, colour: 'paper' } : one))],
    says: ['Colour by number, and the map shows where people live.'],
  },
  {
    seconds: 6,
    draw: islands((index) => ['sky', 'sky', 'sky', 'blue'][index]),
    lines: [title('By rate: where it happens'), ...names.map((one, index) => (index === 3 ? { ...one, colour: 'paper' } : one))],
    says: ['Colour by rate, and another region is dark.'],
  },
  {
    seconds: 8,
    draw: questions.draw,
    lines: [title('Before you draw a map'), ...questions.lines],
    says: ['Ask three questions before you draw a map.', 'Often, bars say it sooner.'],
  },
]
