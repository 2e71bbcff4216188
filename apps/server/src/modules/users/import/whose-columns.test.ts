/** Whose addresses and names a column has: pupils’ before parents’ and teachers’, and a question where it is open. */

import { expect, test } from 'vitest'
import { readCsv } from '#modules/imports/csv-table.ts'
import type { ReadOptions } from '#modules/imports/table.ts'
import { readPeople } from '#modules/users/import/parse-people.ts'

const read = (lines: string[], options?: ReadOptions) => readPeople(readCsv(Buffer.from(lines.join('\n'))), options)
/** The addresses read and what is asked about them. */
const addressesIn = (...lines: string[]) => {
  const { people, detected } = read(lines)
  return { emails: people.map(({ email }) => email), asked: detected.questions.map(({ field }) => field) }
}
const pupils = ['ana@school.example', 'bo@school.example']

test.each([
  ['of iSAMS, Arbor and SIMS', 'Forename,Surname,Form,Parent Email,Pupil School Email', 'Ana,Li,7b,mum.li@home.example,ana@school.example'],
  ['with a teacher', 'Student name,Teacher email,Student email', 'Ana Li,smith@school.example,ana@school.example'],
  ['with a guardian', 'Student,Primary guardian email,Student email address', 'Ana Li,li@home.example,ana@school.example'],
  ['in German', 'Schüler;E-Mail Eltern;E-Mail Schüler', 'Ana Li;mum.li@home.example;ana@school.example'],
  ['in Portuguese', 'Aluno;Email do encarregado;Email institucional', 'Ana Li;mum.li@home.example;ana@school.example'],
  ['in French', 'Élève;E-mail du père;E-mail de l’élève', 'Ana Li;pere@home.example;ana@school.example'],
  ['in Spanish', 'Alumno;Correo de la madre;Correo del alumno', 'Ana Li;madre@home.example;ana@school.example'],
  ['in Italian', 'Alunno;Email genitore;Email alunno', 'Ana Li;madre@home.example;ana@school.example'],
  ['in Dutch', 'Leerling;E-mail ouder;E-mail leerling', 'Ana Li;ouder@home.example;ana@school.example'],
  ['in Swedish', 'Elev;E-post vårdnadshavare;E-post elev', 'Ana Li;mamma@home.example;ana@school.example'],
  ['in Finnish', 'Oppilas;Huoltajan sähköposti;Oppilaan sähköposti', 'Ana Li;aiti@home.example;ana@school.example'],
  ['in Polish', 'Uczeń;E-mail rodzica;E-mail ucznia', 'Ana Li;mama@home.example;ana@school.example'],
  ['in Czech', 'Žák;E-mail rodiče;E-mail žáka', 'Ana Li;matka@home.example;ana@school.example'],
  ['in Hungarian', 'Tanuló;Szülő e-mail;Tanuló e-mail', 'Ana Li;anya@home.example;ana@school.example'],
  ['in Turkish', 'Öğrenci;Veli e-posta;Öğrenci e-posta', 'Ana Li;veli@home.example;ana@school.example'],
  ['in Greek', 'Μαθητής;Email γονέα;Email μαθητή', 'Ana Li;goneas@home.example;ana@school.example'],
  ['in Russian', 'Ученик;Почта родителя;Почта ученика', 'Ana Li;mat@home.example;ana@school.example'],
  ['in Japanese', '生徒;保護者メール;生徒メール', 'Ana Li;haha@home.example;ana@school.example'],
  ['of a form', 'Timestamp,Pupil,Parent’s name,Parent’s email,Pupil’s email', '1 May,Ana Li,Eva Li,eva@home.example,ana@school.example'],
])('parents and teachers get no account beside pupils, and it is asked: %s', (_, header, row) => {
  const { people, detected } = read([header, row])
  expect(people).toMatchObject([{ name: 'Ana Li', email: 'ana@school.example' }])
  expect(detected.questions).toMatchObject([{ field: 'emailColumn', options: [{}, {}], chosen: null }])
})

test.each([
  ['called so, beside addresses of parents', 'Name,Parent Email,Email', 'x@home.example'],
  ['called so, beside second addresses', 'Name,Recovery Email,Email', 'x@home.example'],
  ['beside a column that only sounds like it', 'Name,Email verified,School mail', 'true'],
  ['beside another that does', 'Name,Welcome email,Student email', 'sent'],
])('one address column that is sure is not asked about: %s', (_, header, other) => {
  expect(addressesIn(header, `Ana Li,${other},${pupils[0]}`, `Bo Berg,${other},${pupils[1]}`)).toEqual({ emails: pupils, asked: [] })
})

test('an address column of the person beside one that is called email is a question', () => {
  expect(addressesIn('Name,Email,School email', 'Ana Li,ana@home.example,ana@school.example').asked).toEqual(['emailColumn'])
})

test('a single column of other people’s addresses is a question too', () => {
  const lines = ['Name,Parent email', 'Ana Li,mum.li@home.example']
  expect(read(lines).detected.questions).toEqual([
    {
      field: 'emailColumn',
      text: '“Parent email” may have the addresses of other people. Which column has those of the people to add?',
      options: [{ value: '2', label: '“Parent email”, such as mum.li@home.example' }],
      chosen: null,
    },
  ])
  expect(read(lines, { emailColumn: '2' }).detected.questions).toMatchObject([{ chosen: '2' }])
})

test.each([
  ['Pupil,Form,Tutor Name,Email', 'Ana Li,7b,Mr Smith,ana@school.example'],
  ['Learner,School Name,Email', 'Ana Li,Harbour School,ana@school.example'],
  ['School ID,Pupil,Form,Form Tutor Name,Email', '12,Ana Li,7b,Mr Smith,ana@school.example'],
  ['Student First Name,Student Last Name,Email', 'Ana,Li,ana@school.example'],
  ['Legal Forename,Legal Surname,Email', 'Ana,Li,ana@school.example'],
  ['billing_first_name,billing_last_name,Email', 'Ana,Li,ana@school.example'],
  ['Parent First Name,Parent Last Name,First Name,Last Name,Email', 'Eva,Berg,Ana,Li,ana@school.example'],
  ['Schülervorname,Schülernachname,E-Mail', 'Ana,Li,ana@school.example'],
  ['"Name (Last, First)",Email', '"Li, Ana",ana@school.example'],
  ['Scholar,House name,Email', 'Ana Li,Ravens,ana@school.example'],
])('names are those of the people with the addresses: %s', (header, row) => {
  const { people, detected } = read([header, row])
  expect(people).toMatchObject([{ name: 'Ana Li', nameError: null }])
  expect(detected.questions).toEqual([])
})

test('one value in all rows is no name: it is asked which column has them', () => {
  const lines = ['Nickname,Nome completo,Email', 'Ana,Harbour,ana@school.example', 'Bo,Harbour,bo@school.example']
  expect(read(lines).detected.questions).toEqual([
    {
      field: 'nameColumns',
      text: '“Nome completo” is “Harbour” in every row. Which column has the names of the people to add?',
      options: [
        { value: '1', label: '“Nickname”, such as Ana, Bo' },
        { value: '2', label: 'They are all called “Harbour”' },
        { value: '0', label: 'None: the file has no names of them' },
      ],
      chosen: null,
    },
  ])
  expect(read(lines, { nameColumns: '2' })).toMatchObject({ people: [{ name: 'Harbour' }, {}], detected: { questions: [{ chosen: '2' }] } })
  // The same person twice, and a single person, say nothing.
  expect(read(['Name,Email', 'Ana,ana@school.example', 'Ana,ana@school.example']).detected.questions).toEqual([])
})

test('no column of names is a question if another column has words', () => {
  const lines = ['Form,House name,Email', 'Red,Ravens,ana@school.example', 'Blue,Owls,bo@school.example']
  expect(read(lines)).toMatchObject({
    people: [{ name: '' }, { name: '' }],
    detected: { questions: [{ field: 'nameColumns', options: [{ value: '1' }, { value: '2' }, { value: '0' }] }] },
  })
})

test('the export of users of Google Workspace is read', () => {
  const header =
    'First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit Path [Required],Status [READ ONLY],Recovery Email,Home Secondary Email'
  const { people, detected } = read([header, 'Ana,Li,ana@school.example,****,/7b,Active,mum.li@home.example,ana@home.example'])
  expect(people).toMatchObject([{ name: 'Ana Li', email: 'ana@school.example', nameError: null }])
  expect(detected.questions).toEqual([])
})

test('the export of users of Microsoft 365 is read', () => {
  const header = 'Block credential,City,Display name,First name,Last name,Proxy addresses,Title,User principal name,Alternate email address'
  const proxies = 'smtp:ana@school.onmicrosoft.example+SMTP:ana.li@school.example'
  const { people, detected } = read([header, `False,Bath,Ana Li,Ana,Li,${proxies},,ana@school.example,ana@home.example`])
  expect(people).toMatchObject([{ name: 'Ana Li', email: 'ana@school.example', nameError: null }])
  expect(detected.questions).toEqual([])
  const short = read(['Display name,Proxy addresses', `Ana Li,${proxies}`])
  expect(short).toMatchObject({ people: [{ name: 'Ana Li', email: 'ana.li@school.example', error: null }], detected: { questions: [] } })
})

test('every column is offered with three of its values, and what is read of them', () => {
  const lines = ['Pupil,Form,Email', ...['Ana', 'Bo', 'Cy', 'Di'].map((name) => `${name},7b,${name}@school.example`)]
  expect(read(lines).detected).toMatchObject({
    columns: [
      { at: 1, title: 'Pupil', samples: ['Ana', 'Bo', 'Cy'] },
      { at: 2, title: 'Form', samples: ['7b'] },
      { at: 3, title: 'Email', samples: ['Ana@school.example', 'Bo@school.example', 'Cy@school.example'] },
    ],
    read: { nameColumns: '1', emailColumn: '3' },
  })
  expect(read(lines, { nameColumns: '1,2', emailColumn: '3' }).detected).toMatchObject({
    read: { nameColumns: '1,2' },
    nameColumn: 'Pupil + Form',
  })
  expect(read(lines, { nameColumns: '0' }).detected.read.nameColumns).toBe('0')
})
