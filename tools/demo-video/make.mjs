// Creates the demo's videos, each with its picture and captions: draws frames here, ffmpeg adds text and encodes.
// Needs ffmpeg with libvpx and libwebp, and DejaVu fonts: node tools/demo-video/make.mjs [name ...]

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { colours, fineness, height, penOn, width } from './drawing.mjs'
import { chart, short } from './scenes/chart.mjs'
import { cleaning } from './scenes/cleaning.mjs'
import { confounding } from './scenes/confounding.mjs'
import { joints } from './scenes/joints.mjs'
import { map } from './scenes/map.mjs'
import { rates } from './scenes/rates.mjs'
import { request } from './scenes/request.mjs'
import { spreadsheet } from './scenes/spreadsheet.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const fonts = '/usr/share/fonts/truetype/dejavu'
/** Frames per second: enough for growing bars. */
const rate = 20
/** Seconds after the start, when all of the first slide is drawn. */
const pictureAt = 4

const escaped = (text) => text.replace(/[\\:',%]/g, String.raw`\$&`)

/** One line of text, shown from `start` to `end` in seconds. */
function words({ text, x = 48, y, size = 22, bold = false, serif = false, colour = 'ink', start, end }) {
  const font = join(fonts, `DejaVu${serif ? 'Serif' : 'Sans'}${bold ? '-Bold' : ''}.ttf`)
  const hex = `0x${colours[colour].map((value) => value.toString(16).padStart(2, '0')).join('')}`
  return `drawtext=fontfile=${font}:text='${escaped(text)}':x=${x}:y=${y}:fontsize=${size}:fontcolor=${hex}:enable='between(t,${start},${end})'`
}

const textsOf = (slides) =>
  slides.flatMap(({ lines, start, seconds }) =>
    lines.map(({ after = 0, ...line }) => words({ ...line, start: start + after, end: start + seconds - 1 / rate / 2 })),
  )

const run = (args) => spawn('ffmpeg', ['-y', '-loglevel', 'error', ...args], { stdio: ['pipe', 'inherit', 'inherit'] })

async function ended(ffmpeg) {
  const [code] = await once(ffmpeg, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

function encoder(slides, target, bitrate) {
  const size = `${width * fineness}x${height * fineness}`
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(rate), '-i', 'pipe:0']
  const filter = [`scale=${width}:${height}:flags=area`, ...textsOf(slides)].join(',')
  const quality = ['-b:v', bitrate, '-crf', '34', '-g', '100', '-deadline', 'good', '-cpu-used', '2', '-pix_fmt', 'yuv420p']
  return run([...input, '-vf', filter, '-c:v', 'libvpx-vp9', ...quality, '-an', target])
}

/** One frame at `time` seconds: background and slide. */
function frameAt(slides, time) {
  const slide = slides.findLast(({ start }) => time >= start)
  const frame = Buffer.alloc(width * height * fineness ** 2 * 3, Buffer.from(colours[slide.ground ?? 'paper']))
  slide.draw?.(penOn(frame), time - slide.start)
  return frame
}

const placed = (slides) =>
  slides.map((slide, index) => ({ ...slide, start: slides.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0) }))
const lengthOf = (slides) => slides.reduce((sum, { seconds }) => sum + seconds, 0)

async function makeVideo(slides, target, bitrate) {
  const ffmpeg = encoder(placed(slides), target, bitrate)
  for (let index = 0; index < lengthOf(slides) * rate; index++) {
    if (!ffmpeg.stdin.write(frameAt(placed(slides), index / rate))) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  await ended(ffmpeg)
  console.log(`${target}: ${lengthOf(slides)} s`)
}

const clock = (seconds) => new Date(Math.round(seconds * 1000)).toISOString().slice(14, 23)

/** What is said on a slide, each sentence as long as its share of the letters. */
function captionsOf(slides) {
  const cues = placed(slides).flatMap(({ says, start, seconds }) => {
    const letters = says.join('').length
    const ends = says.map((_, index) => start + (says.slice(0, index + 1).join('').length / letters) * seconds)
    return says.map((text, index) => `${clock(index === 0 ? start : ends[index - 1])} --> ${clock(ends[index])}\n${text}\n`)
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

const videos = { chart, spreadsheet, cleaning, map, request, rates, confounding, joints }
const folder = join(root, 'apps/server/src/db/seed/videos')
const wanted = process.argv.slice(2)
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)

await mkdir(folder, { recursive: true })
for (const [name, slides] of Object.entries(videos)) {
  if (!isWanted(name)) continue
  const target = join(folder, name)
  await makeVideo(slides, `${target}.webm`, '110k')
  await writeFile(`${target}.vtt`, captionsOf(slides))
  await ended(run(['-ss', String(pictureAt), '-i', `${target}.webm`, '-frames:v', '1', '-quality', '80', `${target}.webp`]))
}
if (isWanted('short')) await makeVideo(short, join(root, 'e2e/lecture.webm'), '80k')
