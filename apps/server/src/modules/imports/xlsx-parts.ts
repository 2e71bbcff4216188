/** The parts of an XLSX workbook: XML, changed byte by byte before a library reads it. */

import { posix } from 'node:path'
import { ImportFileError } from '#modules/imports/table.ts'

export type Parts = Map<string, Buffer>

/** Tags and attributes are ASCII. Decoding one byte per character leaves other characters unchanged. */
export function rewriteXml(xml: Buffer, work: (text: string) => string): Buffer {
  const before = xml.toString('latin1')
  const after = work(before)
  return after === before ? xml : Buffer.from(after, 'latin1')
}

export const getAttribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1]

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }
/** The text of a value that was decoded one byte per character. */
export const decodeXml = (text: string): string =>
  Buffer.from(text, 'latin1')
    .toString()
    .replaceAll(/&(?:#(\d{1,7})|(\w+));/g, (all, code: string | undefined, name: string) =>
      code ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : (entities[name] ?? all),
    )
/** Only ASCII, so that it can be put into such a part. */
export const encodeXml = (text: string): string => text.replaceAll(/[^ -~]|[&<>]/gu, (one) => `&#${one.codePointAt(0)!};`)

/** Where the workbook is, according to the package. Source: ECMA-376 part 2, 6.5 (relationships), part 1, 12.3.23 (workbook part). */
function workbookPath(parts: Parts): string {
  const tags =
    parts
      .get('_rels/.rels')
      ?.toString('latin1')
      .match(/<[^>]+>/g) ?? []
  const tag = tags.find((one) => getAttribute(one, 'Type')?.endsWith('/officeDocument'))
  return (tag && getAttribute(tag, 'Target')?.replace(/^\//, '')) || 'xl/workbook.xml'
}

/** Moves the workbook to where the reader expects it, and makes the paths of its sheets absolute. */
export function placeWorkbook(parts: Parts): void {
  const path = workbookPath(parts)
  const folder = posix.dirname(path)
  const list = posix.join(folder, '_rels', `${posix.basename(path)}.rels`)
  const [book, relations] = [parts.get(path), parts.get(list)]
  if (!book || !/<(\w+:)?workbook[\s>]/.test(book.toString('latin1', 0, 5000)))
    throw new ImportFileError(
      'unsupported-type',
      'This is an archive or another office document. Send a CSV file or an Excel workbook (.xlsx).',
    )
  parts.delete(path)
  parts.delete(list)
  parts.set('xl/workbook.xml', book)
  const absolute = (text: string) =>
    text.replaceAll(/(\sTarget\s*=\s*["'])([^"']*)/g, (_, begin: string, target: string) => begin + posix.resolve('/', folder, target))
  if (relations) parts.set('xl/_rels/workbook.xml.rels', rewriteXml(relations, absolute))
}

/** The sheets in the order of the workbook, which must be in its place. */
export function listSheets(parts: Parts): { name: string; path: string; isHidden: boolean }[] {
  const tagsOf = (name: string, tag: string) =>
    parts
      .get(name)
      ?.toString('latin1')
      .match(new RegExp(`<(?:\\w+:)?${tag}\\s[^>]*>`, 'g')) ?? []
  const targets = new Map(
    tagsOf('xl/_rels/workbook.xml.rels', 'Relationship').map((tag) => [getAttribute(tag, 'Id'), getAttribute(tag, 'Target')]),
  )
  return tagsOf('xl/workbook.xml', 'sheet').map((tag) => ({
    name: decodeXml(getAttribute(tag, 'name') ?? ''),
    path: (targets.get(getAttribute(tag, '\\w+:id')) ?? '').replace(/^\//, ''),
    isHidden: getAttribute(tag, 'state') !== undefined && getAttribute(tag, 'state') !== 'visible',
  }))
}
