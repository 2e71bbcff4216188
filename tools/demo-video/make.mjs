// Creates the two demo videos: draws frames here, ffmpeg adds text and encodes.
// Needs ffmpeg with libvpx and DejaVu fonts: node tools/demo-video/make.mjs

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { colours, height, lecture, short, width } from './slides.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const fonts = '/usr/share/fonts/truetype/dejavu'
/** Frames per second: enough for growing bars. */
const rate = 20

const escaped = (text) => text.replace(/[\\:',%]/g, String.raw`\$&`)

/** One line of text, shown from `start` to `end` in seconds. */
function words({ text, x = 48, y, size = 22, bold = false, colour = 'ink', start, end }) {
  const font = join(fonts, bold ? 'DejaVuSans-Bold.ttf' : 'DejaVuSans.ttf')
  const [r, g, b] = colours[colour]
  const hex = `0x${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
  return `drawtext=fontfile=${font}:text='${escaped(text)}':x=${x}:y=${y}:fontsize=${size}:fontcolor=${hex}:enable='between(t,${start},${end})'`
}

const filterOf = (slides) =>
  slides
    .flatMap(({ lines, start, seconds }) => lines.map((line) => words({ ...line, start, end: start + seconds - 1 / rate / 2 })))
    .join(',')

function encoder(slides, target, bitrate) {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(rate), '-i', 'pipe:0']
  const codec = [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    bitrate,
    '-crf',
    '34',
    '-g',
    '100',
    '-deadline',
    'good',
    '-cpu-used',
    '2',
    '-pix_fmt',
    'yuv420p',
  ]
  return spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, '-vf', filterOf(slides), ...codec, '-an', target], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
}

const paint = (frame, [r, g, b], x, y, w, h) => {
  const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))]
  const [right, bottom] = [Math.min(width, Math.round(x + w)), Math.min(height, Math.round(y + h))]
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) frame.set([r, g, b], (row * width + column) * 3)
  }
}

/** One frame at `time` seconds: background and slide. */
function frameAt(slides, time) {
  const frame = Buffer.alloc(width * height * 3)
  const rectangle = (colour, ...place) => paint(frame, colours[colour], ...place)
  rectangle('paper', 0, 0, width, height)
  const slide = slides.findLast(({ start }) => time >= start)
  slide.draw?.(rectangle, time - slide.start)
  return frame
}

async function make(slides, target, bitrate) {
  const total = slides.reduce((sum, { seconds }) => sum + seconds, 0)
  const placed = slides.map((slide, index) => ({ ...slide, start: slides.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0) }))
  const ffmpeg = encoder(placed, join(root, target), bitrate)
  for (let index = 0; index < total * rate; index++) {
    if (!ffmpeg.stdin.write(frameAt(placed, index / rate))) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = await once(ffmpeg, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
  console.log(`${target}: ${total} s`)
}

await make(lecture, 'apps/server/src/db/seed/demo-video.webm', '110k')
await make(short, 'e2e/lecture.webm', '80k')
