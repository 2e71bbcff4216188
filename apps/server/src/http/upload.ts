/** The file of a multipart form, read on demand, up to a limit. */

import { createHash } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { importLimits } from '@lms/contract/rules/limits'
import type { Upload } from '#call/handler.ts'
import { invalid, problem, ProblemError } from '#call/problems.ts'

/** Bytes of a form besides its file. */
const formLimitBytes = 64 * 1024

/** This encapsulated context only accepts multipart forms. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const limits = { fileSize: importLimits.bytes, files: 4, fields: 20, fieldSize: 1024, parts: 24 }
  await app.register(multipart, { limits, throwFileSizeLimit: false })
}

const interrupted = () => problem('malformed-body', { detail: 'The form is malformed or incomplete.' })
const tooLarge = () => problem('too-large', { detail: 'The file can be at most 10 MB.' })

/** Throws `too-large`, `validation-failed` if the field `file` is missing, and `malformed-body` if the form is broken. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (Number(request.headers['content-length'] ?? 0) > importLimits.bytes + formLimitBytes) throw tooLarge()
  const found = request.isMultipart() ? await findFile(request).catch(toProblem) : undefined
  if (!found) throw invalid('/file', 'Choose a file: the form field “file” is empty')
  // Identifies the request for the Idempotency-Key.
  request.body = { file: createHash('sha256').update(found.bytes).digest('hex') }
  return found
}

async function findFile(request: FastifyRequest): Promise<Upload | undefined> {
  let found: Upload | undefined
  // Nothing would ever end the form of a client that left before this.
  if (request.raw.destroyed && !request.raw.complete) throw interrupted()
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    if (part.fieldname === 'file' && !found) found = { name: getFileName(part), bytes: await readBytes(part) }
    else part.file.resume()
  }
  return found
}

/** A valid file name: one line, no control characters, limited in length. */
const getFileName = ({ filename }: MultipartFile): string =>
  filename
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, 255)
    .toWellFormed()

async function readBytes({ file }: MultipartFile): Promise<Buffer> {
  const chunks = await Array.fromAsync(file as AsyncIterable<Buffer>)
  if (file.truncated) throw tooLarge()
  return Buffer.concat(chunks)
}

function toProblem(error: unknown): never {
  if (error instanceof ProblemError) throw error
  const { code } = error as { code?: string }
  throw code?.endsWith('_LIMIT') ? tooLarge() : interrupted()
}
