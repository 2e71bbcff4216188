/** What the columns of people and marks are called, in several languages: one table for both readers. */
import type { TableRow } from '#modules/users/import/import-error.ts'

/** A header without accents, spaces, punctuation and optional plurals: `E-Mail-Adresse *` → `emailadresse`, `Given name(s)` → `givenname`. */
export const normalizeHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[(/](?:s|es|n|en|i|e|x)(?:\)|$|(?=\s))/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

const words = (text: string): string[] => text.split(' ').map(normalizeHeader)
/* oxfmt-ignore */
const synonyms = {
  email: words('email emailaddress mail mailaddress emails emailid emailadresse mailadresse emailadres adresseemail adressemail adresseelectronique courriel correo correoelectronico email1 eposta endereçodeemail posta indirizzoemail epost epostadress epostadresse sähköposti sähköpostiosoite adresemail adresaemail emailováadresa emailcím elpaštas epostaadresi ηλεκτρονικήδιεύθυνση электроннаяпочта почта البريدالإلكتروني דואל 이메일 이메일주소 邮箱 电子邮件 電子郵件 メール メールアドレス'),
  /** Postal addresses and account names have these headers too: used only if the cells are email addresses. */
  maybeEmail: words('address adresse direccion indirizzo endereco username userid login loginid account contact'),
  full: words('fullname displayname name studentname participantname nameofparticipant nombrecompleto nomcomplet vollername vollstandigername nombreyapellidos nomecompleto nomeeapelido nomeecognome cognomeenome imięinazwisko jménoapříjmení imeiprezime adsoyad adısoyadı ονοματεπώνυμο participant student teilnehmer person pupil learner schüler élève aluno alumno nombre nom nome naam navn namn nimi név jméno meno ime nume ad adı όνομα имя фио الاسم שם 이름 성명 姓名 氏名 名前'),
  first: words('firstname firstnames givenname givennames forename forenames christianname vorname vornamen rufname prenom prenoms nombres primernombre nombredepila nomepróprio nomespróprios primeironome primeirosnomes nomedibattesimo voornaam voornamen roepnaam fornavn förnamn etunimi etunimet imię imiona křestníjméno keresztnév utónév prenume имявотчество 名'),
  last: words('lastname lastnames surname surnames familyname familynames secondname nachname nachnamen familienname zuname nomdefamille nomsdefamille apellidos apellido apelido apelidos últimonome últimosnomes nomedefamília cognome cognomi sobrenome sobrenomes achternaam achternamen familienaam etternavn efternavn efternamn sukunimi nazwisko příjmení priezvisko vezetéknév családnév prezime priimek numedefamilie soyad soyadı επώνυμο фамилия 姓'),
  sortable: words('sortablename'),
  short: words('shortname nickname'),
  /** Also what a school has numbers of its own for: used only if the cells are ids of ours. */
  id: words('studentid lmsid userid id studentnumber matriculationnumber matrikelnummer numeroetudiant numerodealuno numerodealumno matricola studentnummer'),
} as const
export type Kind = keyof typeof synonyms

/** Whether a header is one of these names. */
export const isHeaderOf = (kind: Kind, header: string): boolean => synonyms[kind].includes(header)

export const isAddress = (text: string): boolean => /^(mailto:)?[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/i.test(text.trim())
/** “School e-mail”, but not “Mailing list”. */
export const isCloseToEmail = (header: string) => /e?mail/.test(header) && !/(mailing|date|sent|status|opt)/.test(header)
export const isKnownHeader = (header: string): boolean => Object.values(synonyms).some((list) => list.includes(normalizeHeader(header)))

/** The column of the first synonym found: synonyms are ordered by certainty. */
export function findColumn(headers: readonly string[], kind: Kind): number {
  for (const synonym of synonyms[kind]) if (headers.includes(synonym)) return headers.indexOf(synonym)
  return -1
}

/** Whether at least half of the values in a column are email addresses, and at least one is. */
function holdsAddresses(rows: readonly TableRow[], at: number): boolean {
  const values = rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((value) => value !== '')
  return values.length > 0 && values.filter(isAddress).length * 2 >= values.length
}

/** By header, else by its values; -1 if there is none. */
export function emailColumn(headers: readonly string[], rows: readonly TableRow[]): number {
  const sure = findColumn(headers, 'email')
  if (sure >= 0) return sure
  const close = headers.findIndex(isCloseToEmail)
  if (close >= 0) return close
  const maybe = headers.findIndex((header, at) => synonyms.maybeEmail.includes(header) && holdsAddresses(rows, at))
  return maybe >= 0 ? maybe : headers.findIndex((_, at) => holdsAddresses(rows, at))
}
