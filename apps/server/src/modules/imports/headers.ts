/** What the columns of people and marks are called, in several languages: one table for both readers. */

import { headerRows, type TableRow } from '#modules/imports/table.ts'
import { isOtherName, isSecondAddress, whoseColumn } from '#modules/imports/whose-columns.ts'

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whose column it is, or the order of a name, is kept: `Email (parent)`, `Name (Last, First)`. */
const withoutNote = (note: string): string => (note.includes(',') || whoseColumn(fold(note)) !== null ? note : '')

/** Characters of a header: patterns get only short texts. */
const longest = 200

/**
 * A header without accents, spaces, punctuation, notes in brackets and optional plurals: `E-Mail-Adresse *` → `emailadresse`,
 * `First Name [Required]` → `firstname`, `Given name(s)` → `givenname`.
 */
export const normalizeHeader = (header: string): string =>
  fold(
    header
      .slice(0, longest)
      .normalize('NFKD')
      .replace(/[(/](?:s|es|n|en|i|e|x)(?:\)|$|(?=\s))/gi, '')
      .replace(/\S(?=\s*[[(])\s*[[(][^\])]*[\])]/g, (all) => all[0] + withoutNote(all.slice(1))),
  )

const words = (text: string): string[] => text.split(' ').map(fold)
/* oxfmt-ignore */
const synonyms = {
  email: words('email emailaddress mail mailaddress emails emailid emailadresse mailadresse emailadres adresseemail adressemail adresseelectronique courriel correo correoelectronico email1 eposta endereçodeemail posta indirizzoemail epost epostadress epostadresse sähköposti sähköpostiosoite adresemail adresaemail emailováadresa emailcím elpaštas epostaadresi userprincipalname primaryemail ηλεκτρονικήδιεύθυνση электроннаяпочта почта البريدالإلكتروني דואל 이메일 이메일주소 邮箱 电子邮件 電子郵件 メール メールアドレス'),
  /** Postal addresses and account names have these headers too: used only if the cells are email addresses. */
  maybeEmail: words('address adresse direccion indirizzo endereco username userid login loginid account contact'),
  full: words('fullname displayname name studentname participantname nameofparticipant nombrecompleto nomcomplet vollername vollstandigername nombreyapellidos nombresyapellidos apellidosynombres apellidosynombre apellidoynombre nomecompleto nomeeapelido nomeecognome cognomeenome imięinazwisko jménoapříjmení imeiprezime adsoyad adısoyadı ονοματεπώνυμο participant student teilnehmer person pupil learner scholar schüler élève aluno alumno alunno leerling elev oppilas uczeń žák tanuló öğrenci μαθητής ученик učenik dijak תלמיד 학생 学生 生徒 nombre nom nome naam navn namn nimi név jméno meno ime nume ad adı όνομα имя фио الاسم שם 이름 성명 姓名 氏名 名前'),
  first: words('firstname firstnames givenname givennames forename forenames christianname vorname vornamen rufname prenom prenoms nombres primernombre nombredepila nomepróprio nomespróprios primeironome primeirosnomes nomedibattesimo voornaam voornamen roepnaam fornavn förnamn etunimi etunimet imię imiona křestníjméno keresztnév utónév prenume имявотчество 名'),
  last: words('lastname lastnames surname surnames familyname familynames secondname nachname nachnamen familienname zuname nomdefamille nomsdefamille apellidos apellido apelido apelidos últimonome últimosnomes nomedefamília cognome cognomi sobrenome sobrenomes achternaam achternamen familienaam etternavn efternavn efternamn sukunimi nazwisko příjmení priezvisko vezetéknév családnév prezime priimek numedefamilie soyad soyadı επώνυμο фамилия 姓'),
  sortable: words('sortablename namelastfirst namelastnamefirstname namesurnameforename namesurnamefirstname'),
  short: words('shortname nickname'),
  role: words('role roles rolle rôle funktion função rol ruolo usertype memberrole funzione função papel roolli rola szerep rol роль'),
  status: words('status state zustand statut estado stato accountstatus active aktiv isactive enabled accountenabled suspended blocked blockcredential disabled locked deleted gesperrt suspendu suspendido sospeso suspenso'),
  /** Also what a school has numbers of its own for: used only if the cells are ids of ours. */
  id: words('studentid lmsid userid id studentnumber matriculationnumber matrikelnummer numeroetudiant numerodealuno numerodealumno matricola studentnummer'),
} as const
export type HeaderKind = keyof typeof synonyms

/** Whether a header is one of these names. */
export const isHeaderOfKind = (kind: HeaderKind, header: string): boolean => synonyms[kind].includes(header)

/** Without `mailto:`; of the addresses that Microsoft 365 lists (`smtp:a@x+SMTP:b@x`) the primary one, in capitals. */
export const readAddress = (text: string): string => {
  const listed = /smtp:/i.test(text) ? text.split(/[+;,]/).map((one) => one.trim()) : []
  const primary = listed.find((one) => one.startsWith('SMTP:')) ?? listed.find((one) => /^smtp:/i.test(one))
  return (primary ?? text).trim().replace(/^(?:mailto|smtp):/i, '')
}
export const isAddress = (text: string): boolean => /^[^\s@,:;<>]+@[^\s@,:;<>]+\.[^\s@,:;<>]+$/.test(readAddress(text))
/** “School e-mail”, but not “Mailing list”. */
export const isCloseToEmail = (header: string) => /e?mail/.test(header) && !/(mailing|date|sent|status|opt)/.test(header)
export const isKnownHeader = (header: string): boolean => Object.values(synonyms).some((list) => list.includes(normalizeHeader(header)))

/** The column of the first synonym found: synonyms are ordered by certainty. */
export function findColumn(headers: readonly string[], kind: HeaderKind): number {
  for (const synonym of synonyms[kind]) if (headers.includes(synonym)) return headers.indexOf(synonym)
  return -1
}

/** A half of the name, also as `Student First Name`. */
export function findHalf(headers: readonly string[], kind: 'first' | 'last'): number {
  const found = findColumn(headers, kind)
  if (found >= 0) return found
  const endings = synonyms[kind].filter((synonym) => synonym.length > 5)
  return headers.findIndex(
    (header) => endings.some((ending) => header.endsWith(ending)) && !isKnownHeader(header) && whoseColumn(header) !== 'OTHER',
  )
}

/** The values of a column that are not blank. */
export const getValues = (rows: readonly TableRow[], at: number): string[] =>
  rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((value) => value !== '')

/** Whether at least half of the values in a column are like that, and at least one is. */
function holds(rows: readonly TableRow[], at: number, isLike: (value: string) => boolean): boolean {
  const values = getValues(rows, at)
  return values.length > 0 && values.filter(isLike).length * 2 >= values.length
}
export const holdsAddresses = (rows: readonly TableRow[], at: number): boolean => holds(rows, at, isAddress)
/** Such as names, classes of words, or places. */
export const holdsWords = (rows: readonly TableRow[], at: number): boolean =>
  holds(rows, at, (value) => /^[\p{L}\p{M}\s.'’-]{1,60}$/u.test(value))

/** 0 is the most certain column of addresses: called so, of a pupil, called almost so, of an account, any other; then second addresses and those of other people. */
function rankOfEmail(header: string): number {
  if (isHeaderOfKind('email', header)) return 0
  const whose = whoseColumn(header)
  if (whose === 'OTHER') return 6
  if (isSecondAddress(header)) return 5
  if (whose === 'PUPIL') return 1
  return isCloseToEmail(header) ? 2 : synonyms.maybeEmail.includes(header) ? 3 : 4
}

/** Among columns with addresses by header, so that neither parents nor second addresses are taken first; -1 if there is none. */
export function emailColumn(headers: readonly string[], rows: readonly TableRow[]): number {
  const sure = findColumn(headers, 'email')
  if (sure >= 0 && getValues(rows, sure).some(isAddress)) return sure
  const [best] = headers
    .flatMap((header, at) => (holdsAddresses(rows, at) ? [{ at, rank: rankOfEmail(header) }] : []))
    .toSorted((a, b) => a.rank - b.rank)
  return best?.at ?? (sure >= 0 ? sure : headers.findIndex(isCloseToEmail))
}

/** A title that mentions e-mail is alone in its row or is long; a row that contains an address is no header. */
const namesAddresses = ({ cells }: TableRow): boolean =>
  !cells.some(isAddress) &&
  (cells.some((cell) => isHeaderOfKind('email', normalizeHeader(cell))) ||
    (cells.filter((cell) => cell.trim() !== '').length > 1 &&
      cells.some((cell) => cell.length <= 40 && !cell.includes('@') && isCloseToEmail(normalizeHeader(cell)))))

/** The first row with a known header of an address column; without one, the first row. */
export const headerIndex = (rows: readonly TableRow[]): number =>
  Math.max(
    0,
    rows.findIndex((row) => row.row <= headerRows && namesAddresses(row)),
  )

/** How a name is read from a row. */
export type NameColumns = { kind: 'full' | 'sortable'; at: number } | { kind: 'parts'; first: number; last: number; isSure: boolean }

/** Where a name can be read from, most certain first: if a cell is empty, the next column is read. */
export function nameColumns(headers: readonly string[], email: number): NameColumns[] {
  const butEmail = (found: number) => (found === email ? -1 : found)
  const at = (kind: HeaderKind) => butEmail(findColumn(headers, kind))
  const [full, first, last] = [at('full'), butEmail(findHalf(headers, 'first')), butEmail(findHalf(headers, 'last'))]
  const isWhole = full >= 0 && ['fullname', 'displayname'].includes(headers[full]!)
  const one = (kind: 'full' | 'sortable', found: number): NameColumns[] => (found < 0 ? [] : [{ kind, at: found }])
  // “Vorname, Name” and “Nombre, Apellidos”: next to one part of a name, “name” means the other.
  const [begin, end] = [first >= 0 ? first : full, last >= 0 ? last : full]
  const parts: NameColumns[] =
    begin >= 0 && end >= 0 && begin !== end ? [{ kind: 'parts', first: begin, last: end, isSure: first >= 0 && last >= 0 }] : []
  // Beside one half of the name, as in “Surname, Middle name”, such a column may be anything.
  const isClose = (header: string) => header.endsWith('name') && !isOtherName(header)
  const close = first >= 0 || last >= 0 ? -1 : headers.findIndex((header, n) => n !== email && isClose(header))
  return [
    ...(isWhole ? one('full', full) : []),
    ...parts,
    ...one('full', full),
    ...one('sortable', at('sortable')),
    ...[close, at('short'), first, last].flatMap((column) => one('full', column)),
  ]
}
