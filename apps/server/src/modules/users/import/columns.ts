/** Finds the columns of names and email addresses: by header and its usual synonyms, else by their values. */
import { importLimits } from '@lms/contract/rules/limits'
import { ImportFileError, headerRows, type TableRow, tooManyRows } from '#modules/users/import/import-error.ts'

/** How a name is read from a row. */
export type NameColumns = { kind: 'full' | 'sortable'; at: number } | { kind: 'parts'; first: number; last: number; isSure: boolean }

export interface Columns {
  /** The row that names the columns. */
  header: TableRow
  /** Rows above the header, such as titles. */
  above: readonly TableRow[]
  people: readonly TableRow[]
  email: number
  names: NameColumns[]
  /** Canvas SIS: `deleted` marks users who left. */
  status: number | null
}

/** A header without accents, spaces and punctuation: `E-Mail-Adresse *` → `emailadresse`. */
const normalizeHeader = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const words = (text: string) => text.split(' ')
/* oxfmt-ignore */
const synonyms = {
  email: words('email emailaddress mail mailaddress emails emailid emailadresse mailadresse emailadres adresseemail adressemail adresseelectronique courriel correo correoelectronico email1 eposta endereçodeemail enderecodeemail posta indirizzoemail электроннаяпочта почта 邮箱 电子邮件 メール メールアドレス'),
  /** Postal addresses and account names have these headers too: used only if the cells are email addresses. */
  maybeEmail: words('address adresse direccion indirizzo endereco username userid login loginid account contact'),
  full: words('fullname displayname name studentname participantname nameofparticipant nombrecompleto nomcomplet vollername vollstandigername nombreyapellidos nomecompleto participant student teilnehmer person nombre nom nome naam navn namn nimi имя фио 姓名 氏名'),
  first: words('firstname givenname forename vorname prenom nombres primernombre voornaam fornavn primeironome имявотчество'),
  last: words('lastname surname familyname secondname nachname familienname nomdefamille apellidos apellido cognome sobrenome achternaam etternavn фамилия'),
  sortable: words('sortablename'),
  short: words('shortname nickname'),
} as const
type Kind = keyof typeof synonyms

export const isAddress = (text: string): boolean => /^(mailto:)?[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/i.test(text.trim())
/** “School e-mail”, but not “Mailing list”. */
const isCloseToEmail = (header: string) => /e?mail/.test(header) && !/(mailing|date|sent|status|opt)/.test(header)
export const isKnownHeader = (header: string): boolean => Object.values(synonyms).some((list) => list.includes(normalizeHeader(header)))

/** The column of the first synonym found: synonyms are ordered by certainty. */
function findColumn(headers: string[], kind: Kind): number {
  for (const synonym of synonyms[kind]) if (headers.includes(synonym)) return headers.indexOf(synonym)
  return -1
}

/** Whether at least half of the values in a column are email addresses, and at least one is. */
function holdsAddresses(rows: readonly TableRow[], at: number): boolean {
  const values = rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((value) => value !== '')
  return values.length > 0 && values.filter(isAddress).length * 2 >= values.length
}

function emailColumn(headers: string[], rows: readonly TableRow[]): number {
  const sure = findColumn(headers, 'email')
  if (sure >= 0) return sure
  const close = headers.findIndex(isCloseToEmail)
  if (close >= 0) return close
  const maybe = headers.findIndex((header, at) => synonyms.maybeEmail.includes(header) && holdsAddresses(rows, at))
  return maybe >= 0 ? maybe : headers.findIndex((_, at) => holdsAddresses(rows, at))
}

/** Where a name can be read from, most certain first: if a cell is empty, the next column is read. */
function nameColumns(headers: string[], email: number): NameColumns[] {
  const at = (kind: Kind) => {
    const found = findColumn(headers, kind)
    return found === email ? -1 : found
  }
  const [full, first, last] = [at('full'), at('first'), at('last')]
  const isWhole = full >= 0 && ['fullname', 'displayname'].includes(headers[full]!)
  const one = (kind: 'full' | 'sortable', found: number): NameColumns[] => (found < 0 ? [] : [{ kind, at: found }])
  // “Vorname, Name” and “Nombre, Apellidos”: next to one part of a name, “name” means the other.
  const [begin, end] = [first >= 0 ? first : full, last >= 0 ? last : full]
  const parts: NameColumns[] =
    begin >= 0 && end >= 0 && begin !== end ? [{ kind: 'parts', first: begin, last: end, isSure: first >= 0 && last >= 0 }] : []
  const close = headers.findIndex((header, n) => n !== email && header.endsWith('name') && !otherNames.test(header))
  const found = [
    ...(isWhole ? one('full', full) : []),
    ...parts,
    ...one('full', full),
    ...one('sortable', at('sortable')),
    ...[close, at('short'), first, last].flatMap((column) => one('full', column)),
  ]
  return found.length === 0 && headers.length === 2 ? one('full', 1 - email) : found
}
const otherNames = /user|login|course|file|group|class|company|sortable/

const isCanvas = (headers: string[]) => ['userid', 'loginid', 'status'].every((header) => headers.includes(header))

const headerHelp = `One of the first ${headerRows} rows must name the columns, for example: name,email.`

/** A title that mentions e-mail is alone in its row or is long; a row that contains an address is no header. */
const namesAddresses = ({ cells }: TableRow): boolean =>
  !cells.some(isAddress) &&
  (cells.some((cell) => synonyms.email.includes(normalizeHeader(cell))) ||
    (cells.filter((cell) => cell.trim() !== '').length > 1 &&
      cells.some((cell) => cell.length <= 40 && !cell.includes('@') && isCloseToEmail(normalizeHeader(cell)))))

/** The first row with a known header of an address column; without one, the first row. */
export const headerIndex = (rows: readonly TableRow[]): number =>
  Math.max(
    0,
    rows.findIndex((row) => row.row <= headerRows && namesAddresses(row)),
  )

/** Throws if there is no header, or no column of addresses. */
export function findColumns(rows: readonly TableRow[]): Columns {
  const at = headerIndex(rows)
  const [header, above, people] = [rows[at], rows.slice(0, at), rows.slice(at + 1)]
  if (!header) throw new ImportFileError('validation-failed', `The file is empty. ${headerHelp}`)
  if (header.cells.some(isAddress))
    throw new ImportFileError('validation-failed', `Row ${header.row} contains an email address already. ${headerHelp}`)
  const sample = people.slice(0, 200)
  // A title in place of the header may have fewer cells than the rows below it.
  const width = Math.max(...[header, ...sample].map(({ cells }) => cells.length))
  const headers = Array.from({ length: width }, (_, n) => normalizeHeader(header.cells[n] ?? ''))
  const email = emailColumn(headers, sample)
  if (email < 0) {
    const found = header.cells.filter((cell) => cell.trim() !== '').slice(0, 8)
    throw new ImportFileError(
      'validation-failed',
      `There is no column of email addresses. ${headerHelp} Found: ${found.join(', ').slice(0, 200)}.`,
    )
  }
  if (people.length === 0) throw new ImportFileError('validation-failed', 'There are no people below the header row.')
  if (people.length > importLimits.rows) throw tooManyRows()
  return { header, above, people, email, names: nameColumns(headers, email), status: isCanvas(headers) ? headers.indexOf('status') : null }
}

export const columnLabel = ({ header }: Pick<Columns, 'header'>, at: number): string => header.cells[at]?.trim() || `column ${at + 1}`

/** How a column of names is shown: `first_name + last_name`. */
export function getColumnLabel(columns: Pick<Columns, 'header'>, name: NameColumns): string {
  const label = (at: number) => columnLabel(columns, at)
  return name.kind === 'parts' ? `${label(name.first)} + ${label(name.last)}` : label(name.at)
}
