/** Submitted files are shown inline, to the student and to the grader; nothing of them is framed or executed. */

import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { clientOf } from './client.ts'
import { clientFor, demo, password, returning } from './people.ts'
import { expect, test } from './test.ts'

/** One page with one line of text, in a standard font. */
function pdfOf(text: string): Buffer {
  const drawing = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    ...[0, 1].map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 6 0 R >> >> >>'),
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(at).padStart(10, '0')
  })
  const table = ['0000000000 65535 f ', ...offsets.map((at) => `${at} 00000 n `)].join('\n')
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n${table}\ntrailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}

/** An image of one pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')
const steal = `fetch('/api/stolen?'+Object.keys(localStorage))`
const inMemory = [
  { name: 'chart.png', mimeType: 'image/png', buffer: png },
  { name: 'essay.pdf', mimeType: 'application/pdf', buffer: pdfOf('Axes that lie') },
  { name: 'clean.py', mimeType: 'text/x-python', buffer: Buffer.from('import csv\nprint("Zürich")\n') },
  {
    name: 'index.html',
    mimeType: 'text/html',
    buffer: Buffer.from(`<h1>My page</h1>\n<script>${steal}</script>\n<img src=x onerror="${steal}">`),
  },
  // Starts like a recording, but is not one.
  { name: 'voice.mp3', mimeType: 'audio/mpeg', buffer: Buffer.concat([Buffer.from('ID3\u0004'), Buffer.alloc(500, 1)]) },
  { name: 'data.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\u0005\u0006'.padEnd(22, '\0')) },
]

async function openAssignment() {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.otherTrainer)
  const course = await trainer.courses.createCourse({
    body: { title: `Files ${run}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const questions = [{ type: 'FILE' as const, prompt: 'Your files', required: true, points: 20 }]
  const { id } = await trainer.assignments.createAssignment({ params, body: { title: `Files ${run}`, questions } })
  const email = `files.${run}@example.org`
  const { token } = await clientOf().auth.register({ body: { name: `Noor ${run}`, email, password } })
  await clientOf(token).courses.enroll({ params: { id: course.id } })
  const submissionPath = async () => {
    const { work } = await clientOf(token).assignments.getAssignment({ params: { id } })
    return `/submissions/${work!.submissionId}/course/${course.id}`
  }
  return { email, submissionPath, path: `/assignments/course/${course.id}/week/${params.weekId}/${id}` }
}

/** What the page must not do: calls of scripts in files, and violations of the content security policy. */
function watch(page: Page): string[] {
  const found: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/stolen') && found.push(request.url())))
  page.on('console', (message) => void (/Content Security Policy/.test(message.text()) && found.push(message.text())))
  return found
}

async function expectInPlace(page: Page): Promise<void> {
  // Content far below is loaded on scrolling.
  for (const name of ['clean.py', 'index.html']) await page.getByRole('link', { name: `Download ${name}` }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('region', { name: 'clean.py' })).toContainText('print("Zürich")')
  await expect(page.getByRole('region', { name: 'index.html' })).toContainText('<h1>My page</h1>')
  const pdf = page.getByRole('region', { name: 'essay.pdf' })
  await pdf.scrollIntoViewIfNeeded()
  const first = pdf.getByRole('region', { name: 'Page 1 of 2' })
  await expect(first.locator('canvas')).toBeVisible()
  await expect(first.getByText('Axes that lie')).toBeAttached()
  const isInked = (canvas: HTMLCanvasElement): boolean =>
    canvas
      .getContext('2d')!
      .getImageData(0, 0, canvas.width, canvas.height / 4)
      .data.some((value, index) => index % 4 !== 3 && value < 64)
  expect(await first.locator('canvas').evaluate(isInked)).toBe(true)
  await expect(page.getByRole('img', { name: 'Submitted: chart.png' })).toHaveJSProperty('naturalWidth', 1)
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(1)
  await expect(page.getByText('This file cannot be shown here. Download it to open it.')).toHaveCount(1)
  for (const name of ['data.zip', 'clean.py', 'essay.pdf']) await expect(page.getByRole('link', { name: `Download ${name}` })).toBeVisible()
  expect(await page.locator('main :is(iframe, object, embed, script, h1:text("My page"))').count()).toBe(0)
}

test('images, recordings, PDFs and source code are shown inline and never executed; other files are downloaded', async ({ browser }) => {
  const { email, path, submissionPath } = await openAssignment()
  const student = await returning(browser, email)
  const [ofStudent, trainer] = [watch(student), await returning(browser, demo.otherTrainer)]
  const ofTrainer = watch(trainer)

  await test.step('a student submits files of each kind, a recording among them', async () => {
    await student.goto(path)
    await student.locator('input[type=file]').setInputFiles(inMemory)
    await student.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'lecture.webm'))
    await expect(student.getByRole('button', { name: /^Remove / })).toHaveCount(inMemory.length + 1)
    await student
      .locator('input[type=file]')
      .setInputFiles({ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await expect(student.getByText('drawing.svg is of a type that is not accepted.')).toBeVisible()
    await student.keyboard.press('Control+Enter')
    await student.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await expect(student.getByRole('heading', { name: 'Your submission' })).toBeVisible()
  })
  await test.step('the student sees them', () => expectInPlace(student))
  await test.step('the grader sees the same', async () => {
    await trainer.goto(await submissionPath())
    await expectInPlace(trainer)
    expect(await findViolations(trainer)).toEqual([])
    const download = trainer.waitForEvent('download')
    await trainer.getByRole('link', { name: 'Download index.html' }).click()
    expect((await download).suggestedFilename()).toBe('index.html')
  })
  expect([...ofStudent, ...ofTrainer]).toEqual([])
})
