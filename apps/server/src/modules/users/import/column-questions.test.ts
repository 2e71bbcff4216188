/** Names in two columns, and what the check step asks about columns before anybody is added. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/users.ts'
import { readCsv } from '#modules/imports/csv-table.ts'
import type { ReadOptions } from '#modules/imports/table.ts'
import { readXlsx } from '#modules/imports/xlsx-table.ts'
import { readPeople } from '#modules/users/import/parse-people.ts'
import { testApp } from '#test/app.ts'
import { send, unique } from '#test/people-file.ts'
import { rowsXml, workbook, cell, header } from '#test/zip.ts'

const { as, database } = await testApp()

const read = (lines: string[], options?: ReadOptions) => readPeople(readCsv(Buffer.from(lines.join('\n'))), options)
const namesIn = (lines: string[], options?: ReadOptions) => read(lines, options).people.map(({ name }) => name)

test.each([
  'Given name(s),Family name(s)',
  'Forename(s),Surname',
  'First name(s),Last name(s)',
  'First names,Last names',
  'Given names,Surnames',
  'Christian name,Surname',
  'Vorname(n),Nachname(n)',
  'Vornamen,Familienname',
  'Rufname,Zuname',
  'Prénom(s),Nom(s)',
  'Prénoms,Nom de famille',
  'Nome,Apelido',
  'Nome próprio,Apelido',
  'Nomes próprios,Apelidos',
  'Primeiro nome,Último nome',
  'Nome,Cognome',
  'Nombre(s),Apellido(s)',
  'Nombre,Apellidos',
  'Voornaam,Achternaam',
  'Förnamn,Efternamn',
  'Fornavn,Etternavn',
  'Etunimi,Sukunimi',
  'Imię,Nazwisko',
  'Jméno,Příjmení',
  'Keresztnév,Vezetéknév',
  'Ime,Prezime',
  'Prenume,Nume',
  'Ad,Soyad',
  'Όνομα,Επώνυμο',
  'Имя,Фамилия',
  '名,姓',
])('both halves of a name are read: %s', (headers) => {
  const { people, detected } = read([`${headers},Email`, 'Jan,Berg,jan@example.org'])
  expect(people).toMatchObject([{ name: 'Jan Berg', nameError: null }])
  expect(detected.questions).toEqual([])
})

const half = ['Klasse,Kosename,Surname,Email', '7b,Jan,Berg,jan@example.org', '7b,Ana,Li,ana@example.org']

test('one half of the names beside unknown columns of words is a question', () => {
  const { questions } = read(half).detected
  expect(questions).toEqual([
    {
      field: 'nameColumns',
      text: 'Only family names were found, in “Surname”. Which column has the given names?',
      options: [
        { value: '2,3', label: '“Kosename”, such as Jan, Ana' },
        { value: '2', label: '“Kosename” alone: it has whole names' },
        { value: '3', label: 'None: “Surname” is the whole name' },
      ],
      chosen: null,
    },
  ])
  expect(namesIn(half, { nameColumns: '2,3' })).toEqual(['Jan Berg', 'Ana Li'])
  expect(namesIn(half, { nameColumns: '3' })).toEqual(['Berg', 'Li'])
  expect(read(half, { nameColumns: '2,3' }).detected).toMatchObject({ nameColumn: 'Kosename + Surname', questions: [{ chosen: '2,3' }] })
  const given = read(['Email,First name,Clan', 'jan@example.org,Jan,Berg']).detected.questions
  expect(given).toMatchObject([
    {
      text: 'Only given names were found, in “First name”. Which column has the family names?',
      options: [{ value: '2,3' }, { value: '2' }],
    },
  ])
})

test.each([
  ['numbers beside it', ['Surname,Room,Email', 'Berg,12,jan@example.org']],
  ['nothing beside it', ['Surname,Email', 'Berg,jan@example.org']],
  ['an empty column beside it', ['Surname,Alias,Email', 'Berg,,jan@example.org']],
  ['a whole name', ['Full name,First name,Alias,Email', 'Jan Berg,Jan,JB,jan@example.org']],
  ['a name of unknown kind', ['Name,Class,Email', 'Jan Berg,Red,jan@example.org']],
])('nothing is asked about names: %s', (_, lines) => expect(read(lines).detected.questions).toEqual([]))

test('names of other people are not taken, but asked about', () => {
  const lines = ['Pupil,Parent name,Email', 'Jan Berg,Eva Berg,jan@example.org']
  expect(namesIn(lines)).toEqual(['Jan Berg'])
  const unsure = ['Child,Parent name,Email', 'Jan Berg,Eva Berg,jan@example.org']
  expect(read(unsure)).toMatchObject({
    people: [{ name: '' }],
    detected: { questions: [{ field: 'nameColumns', options: [{ value: '1' }, { value: '2' }, { value: '0' }], chosen: null }] },
  })
  expect(namesIn(unsure, { nameColumns: '1' })).toEqual(['Jan Berg'])
  expect(read(unsure, { nameColumns: '0' }).people).toMatchObject([{ nameError: 'There is no name.' }])
})

test('two columns that could be the address are a question, unless one of them is called so', () => {
  const rows = ['Jan Berg,jan@school.example,jan@home.example']
  expect(read(['Name,School e-mail,Private e-mail', ...rows]).detected.questions).toEqual([
    {
      field: 'emailColumn',
      text: 'More than one column has email addresses. Which one do people sign in with?',
      options: [
        { value: '2', label: '“School e-mail”, such as jan@school.example' },
        { value: '3', label: '“Private e-mail”, such as jan@home.example' },
      ],
      chosen: null,
    },
  ])
  const chosen = read(['Name,School e-mail,Private e-mail', ...rows], { emailColumn: '3' })
  expect(chosen).toMatchObject({ people: [{ email: 'jan@home.example', name: 'Jan Berg' }], detected: { questions: [{ chosen: '3' }] } })
  expect(read(['Name,Email,Parent e-mail', ...rows]).detected.questions).toEqual([])
  expect(read(['Name,Email,Mail', ...rows]).detected.questions).toHaveLength(1)
  expect(() => read(['Name,Email', 'Jan,jan@example.org'], { emailColumn: '9' })).toThrow('The file has no such column.')
})

test('columns of roles and states are named as not read, with what they say', () => {
  const lines = [
    'Name,Email,Role,Status',
    'A,a@example.org,Teacher,active',
    'B,b@example.org,Student,active',
    'C,c@example.org,Student,left',
  ]
  expect(read(lines).detected.notRead).toEqual([
    {
      column: 'Role',
      values: [
        { text: 'Student', rows: 2 },
        { text: 'Teacher', rows: 1 },
      ],
      findings: [
        { kind: 'NOT_STUDENT', rows: [2] },
        { kind: 'STUDENT', rows: [3, 4] },
      ],
    },
    {
      column: 'Status',
      values: [
        { text: 'active', rows: 2 },
        { text: 'left', rows: 1 },
      ],
      findings: [{ kind: 'SUSPENDED', rows: [4] }],
    },
  ])
  // Those of Canvas have an effect.
  expect(read(['user_id,login_id,status,email', '1,a,active,a@example.org']).detected.notRead).toEqual([])
})

test.each([
  ['our own export', 'role', 'TRAINER', 'NOT_STUDENT'],
  ['our own export', 'role', 'USER', 'STUDENT'],
  ['our own export', 'status', 'SUSPENDED', 'SUSPENDED'],
  ['Moodle', 'suspended', '1', 'SUSPENDED'],
  ['Teams', 'Role', 'Owner', 'NOT_STUDENT'],
  ['Teams', 'Role', 'Organizer', 'NOT_STUDENT'],
  ['Microsoft 365', 'Block credential', 'True', 'SUSPENDED'],
  ['Zoom', 'Status', 'denied', 'SUSPENDED'],
  ['Google Workspace', 'Status [READ ONLY]', 'Suspended', 'SUSPENDED'],
  ['a school', 'Rolle', 'Lehrkraft', 'NOT_STUDENT'],
  ['a school', 'Role', 'Parent', 'NOT_STUDENT'],
  ['a school', 'Active', 'no', 'SUSPENDED'],
])('a role or state that contradicts the import is a finding: %s, %s %s', (_, column, text, kind) => {
  const { notRead } = read([`Name,Email,${column}`, `A,a@example.org,${text}`, 'B,b@example.org,']).detected
  expect(notRead).toEqual([{ column, values: [{ text, rows: 1 }], findings: [{ kind, rows: [2] }] }])
})

test.each([
  ['suspended', '0'],
  ['Block credential', 'False'],
  ['Active', 'true'],
  ['Status', 'active'],
])('a state that says nothing is none: %s %s', (column, text) => {
  expect(read([`Name,Email,${column}`, `A,a@example.org,${text}`]).detected.notRead).toMatchObject([{ findings: [] }])
})

test('nobody is added while a question is open', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const lines = ['Kosename,Surname,Email', `Jan,Berg,jan-${key}@example.org`].join('\n')
  const checked = await send(admin, lines, { dryRun: 'true' })
  expect(checked.detected.questions).toMatchObject([{ chosen: null }])
  await expect(send(admin, lines)).rejects.toBeProblem('validation-failed', ['?nameColumns'])
  const stored = () =>
    database.db
      .select({ name: users.name })
      .from(users)
      .where(eq(users.email, `jan-${key}@example.org`))
  expect(await stored()).toEqual([])
  await expect(send(admin, lines, { nameColumns: '1,2' })).resolves.toMatchObject({ summary: { created: 1 } })
  expect(await stored()).toEqual([{ name: 'Jan Berg' }])
})

test('a workbook shows times and leading zeros as it does, and names its other sheets', async () => {
  const sheet = rowsXml(
    header,
    `<row r="2"><c r="A2" s="0"><v>123</v></c>${cell('B2', 'a@example.org')}</row>`,
    `<row r="3"><c r="A3" s="1"><v>0.4375</v></c>${cell('B3', 'b@example.org')}</row>`,
    `<row r="4"><c r="A4" s="2"><v>46154</v></c>${cell('B4', 'c@example.org')}</row>`,
  )
  const file = workbook(sheet, { styles: ['"S"00000', 'h:mm', 'yyyy/mm/dd'], others: { Staff: header } })
  const { people, detected } = readPeople(await readXlsx(file))
  expect(people.map(({ name }) => name)).toEqual(['S00123', '10:30', '2026/05/12'])
  expect(detected.otherSheets).toEqual(['Staff'])
})
