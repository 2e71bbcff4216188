// Two pieces of wood that slide into one another: halving joint, mortise and tenon, dovetail.

import { below, checklist, move, opening, title } from '../drawing.mjs'

/** A board with its grain, along or across. */
function wood(pen, kind, x, y, w, h, isUpright = false) {
  const [ground, grain] = kind === 'oak' ? ['oak', 'oakGrain'] : ['pine', 'grain']
  pen.rectangle(ground, x, y, w, h)
  const count = Math.floor((isUpright ? w : h) / 11)
  for (let index = 1; index <= count; index++) {
    const at = (index * (isUpright ? w : h)) / (count + 1) + (index % 2)
    if (isUpright) pen.rectangle(grain, x + at, y, 1.2, h)
    else pen.rectangle(grain, x, y + at, w, 1.2)
  }
}

const halving = (pen, time) => {
  const lift = move(time, 54, 0, 1.5, 3.5)
  wood(pen, 'pine', 90, 220, 460, 70)
  pen.rectangle('paper', 280, 219, 80, 36)
  wood(pen, 'oak', 280, 165 - lift, 80, 90, true)
}

const tenon = (pen, time) => {
  const gap = move(time, 120, 0, 1.5, 3.8)
  wood(pen, 'oak', 130, 130, 110, 200, true)
  pen.rectangle('ink', 190, 205, 50, 50)
  wood(pen, 'pine', 240 + gap, 180, 260, 100)
  wood(pen, 'pine', 190 + gap, 206, 50, 48)
  pen.line('ink', [240 + gap, 180], [240 + gap, 280], 1)
}

const tails = [0, 1, 2]
const dovetail = (pen, time) => {
  const gap = move(time, 110, 0, 1.5, 3.8)
  wood(pen, 'oak', 110, 126, 200, 204)
  const socket = (x, y) => [
    [x - 52, y],
    [x, y + 12],
    [x, y + 38],
    [x - 52, y + 50],
  ]
  for (const tail of tails) pen.polygon('ink', socket(311, 134 + tail * 68))
  wood(pen, 'pine', 310 + gap, 126, 210, 204)
  for (const tail of tails) {
    const y = 134 + tail * 68
    pen.polygon('pine', socket(312 + gap, y))
    for (const at of [16, 25, 34]) pen.line('grain', [262 + gap, y + at], [312 + gap, y + at], 1.2)
  }
}

/** A square, a knife and the line they mark. */
const marking = (pen, time) => {
  wood(pen, 'pine', 60, 210, 520, 90)
  pen.rectangle('ink', 236, 190, 26, 130)
  pen.rectangle('grey', 262, 190, 150, 14)
  const y = move(time, 212, 298, 1, 4)
  pen.line('ink', [232, 211], [232, y], 2)
  pen.polygon('blue', [
    [232, y],
    [222, y - 40],
    [206, y - 90],
    [190, y - 86],
    [214, y - 36],
  ])
}

const glue = checklist(['Dry run, without glue', 'Thin glue on both sides', 'Clamp, and measure corner to corner'])

export const joints = [
  {
    seconds: 6,
    draw: (pen, time) => {
      const turn = move(time, 60, 0, 0, 1.8)
      wood(pen, 'oak', 380 - turn, 250, 230, 44)
      wood(pen, 'pine', 440, 150 + 44 - turn * 1.6, 44, 150, true)
    },
    lines: opening('At the bench', 'Joints that hold without a screw'),
    says: ['A joint holds because two shapes fit.', 'Everything begins with one sharp line.'],
  },
  {
    seconds: 7,
    draw: marking,
    lines: [title('Knife, gauge, square'), below('A pencil line is as wide as a gap.')],
    says: ['Mark with a knife, not with a pencil.', 'The line is where the saw stops.'],
  },
  {
    seconds: 7,
    draw: halving,
    lines: [title('Halving joint'), below('Half from each, so that the faces are level.')],
    says: ['Take half from each piece.', 'Saw on the waste side of the line.'],
  },
  {
    seconds: 7,
    draw: tenon,
    lines: [title('Mortise and tenon'), below('A third of the thickness. Cut the mortise first.')],
    says: ['Chop the mortise first.', 'Then cut the tenon to fit it, a third as thick.'],
  },
  {
    seconds: 7,
    draw: dovetail,
    lines: [title('Dovetail'), below('The tails cannot be pulled out.')],
    says: ['Cut the tails, and trace them onto the other board.', 'It goes together once.'],
  },
  {
    seconds: 7,
    draw: glue.draw,
    lines: [title('Glue-up'), ...glue.lines],
    says: ['Put it together dry before you open the glue.', 'Clamp, and measure from corner to corner.'],
  },
]
