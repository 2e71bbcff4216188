/** Small shapes that several domains use: text, ids, times, pages, marks. */
import { z } from 'zod'
import { httpsUrlError, isHttpsUrl } from '#rules/https-url.ts'
import { hasPostContent, isVisible } from '#rules/post-content.ts'

/** In one form, so that ids can be compared as text. */
export const Id = z.uuid().toLowerCase().meta({ description: 'UUID, version 7 where the server made it' })

/** Neither NUL (PostgreSQL refuses it) nor lone surrogates (not encodable as UTF-8) may pass, in any field. */
const isStorable = (value: string) => value.isWellFormed() && !value.includes('\u0000')
const storable = (schema: z.ZodString) => schema.refine(isStorable, 'Has characters that cannot be stored')

/** Free text, stored as typed. */
export const Text = (max: number) => storable(z.string().max(max, `At most ${max} characters`))

/** Characters that change the direction of text, also of its neighbours in a list or a mail; joiners do not. */
const withoutBidi = (value: string) => value.replace(/\p{Bidi_Control}/gu, '')

/** Control characters and line separators, each run of them as one blank. NUL stays, for the check that refuses it. */
export const toSingleLine = (value: string) => value.replace(/(?:(?!\0)[\p{Cc}\u2028\u2029])+/gu, ' ')

/** A name or title: one line, trimmed, NFC, with something to see in it. */
export const SingleLineText = (max: number) =>
  storable(
    z
      .string()
      .overwrite(withoutBidi)
      .overwrite(toSingleLine)
      .trim()
      .normalize('NFC')
      .min(1, { error: 'Must not be empty', abort: true })
      .max(max, `At most ${max} characters`),
  ).refine(isVisible, 'Must not be empty')

/** HTML of the editor. The server cleans it when it is written, the web again when it is shown. */
export const RichText = Text(50_000)

/** HTML of a post or comment: the editor's, with mentions and pictures; more than blanks. */
export const PostContent = (max: number) => Text(max).refine(hasPostContent, 'Must not be empty')

/** Text of a note or of feedback: kept as typed, but more than blanks. */
export const NonBlankText = (max: number) => Text(max).refine(isVisible, 'Must not be empty')

export const Email = storable(z.string().trim().toLowerCase().normalize('NFC').max(254, 'At most 254 characters')).pipe(
  z.email('Not an email address'),
)

/** A new one: 8–128 characters, compared exactly; common ones and the address itself are refused by the server. */
export const Password = Text(128).min(8, 'At least 8 characters')

/** Runs on unreadable text too, which its own check refuses. */
const toUtc = (value: string) => (Number.isNaN(Date.parse(value)) ? value : new Date(value).toISOString())
/** Years that a course can be in; the database could not keep some of the others. */
const isNear = (value: string) => value >= '1900' && value < '2200'

/** An instant, ISO 8601. Any offset is taken; `Z` is given. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Not a date with time' })
  .overwrite(toUtc)
  .refine(isNear, 'Must be between 1900 and 2199')
export const Day = z.iso.date('Not a date').refine(isNear, 'Must be between 1900 and 2199')

/** An instant in an answer: written by the database in ISO 8601 with `Z`, so it is not parsed a second time. */
export const DateTimeString = z.string().meta({ format: 'date-time' })

/** Names of the tz database, former ones too; not offsets, which know no summer time. */
const isZone = (value: string) => {
  try {
    return /^[A-Za-z]/.test(value) && !!new Intl.DateTimeFormat('en', { timeZone: value })
  } catch {
    return false
  }
}
export const TimeZone = z.string().max(60).refine(isZone, 'Not a time zone')

/** An address that a person may follow; rules/https-url.ts says which. */
export const HttpsUrl = storable(z.string().trim().max(2000)).refine(isHttpsUrl, httpsUrlError).meta({ format: 'uri' })

/** Key of an uploaded file, made by the server: `kind/owner/uuid.ext`. */
const fileKey = (otherwise: string) => z.string().regex(/^[a-z]+\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.[a-z0-9]{2,4}$/, otherwise)
export const FileKey = fileKey('Not a file of ours')
export const FileKeys = z.array(FileKey).min(1).max(100)
/** Where files can be read for now. */
export const FileUrls = z.object({ items: z.array(z.object({ key: z.string(), url: z.string() })) })

/** Where a recording is. If it is neither, the first branch reports the error. */
export const FileOrHttpsUrl = fileKey('Must be a public https:// address, or a file of yours').or(HttpsUrl)

export const Marks = z
  .number('Must be a number')
  .min(0, 'Not below 0')
  .max(10_000, 'At most 10000')
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'At most two decimals')
export const Version = z.int().min(0)

/** Query strings carry text: `page=2`. */
const number = (schema: z.ZodNumber) => z.coerce.number('Must be a whole number').pipe(schema)
export const Page = {
  page: number(z.int('Must be a whole number').min(1, 'From 1').max(1_000_000)).default(1),
  limit: number(z.int('Must be a whole number').min(1, 'From 1').max(100, 'At most 100')).default(20),
}
export const Flag = z.enum(['true', 'false'], 'Must be true or false').transform((value) => value === 'true')
export const Search = Text(200).trim()

export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), page: z.int(), limit: z.int(), total: z.int() })

export const Created = [201] as const

/** A person as others in a course see them: never the email address. */
export const Person = z.object({ id: Id, name: z.string(), profileImageUrl: z.string().nullable() }).meta({ id: 'Person' })
export type Person = z.infer<typeof Person>
