/** Whose column it is by the words of its normalized header, in the languages of `headers.ts`. */

/** Each word as in a normalized header: without accents. */
const anyOf = (text: string): RegExp =>
  new RegExp(
    text
      .normalize('NFKD')
      .replace(/[^\p{L}\s^$|]/gu, '')
      .trim()
      .split(/\s+/)
      .join('|'),
    'u',
  )

/* oxfmt-ignore */
const pupils = anyOf(`pupil student learner scholar child alumn schüler lernende kind$ ^kind élève eleve étudiant etudiant enfant
  estudiant aluno aluna estudante criança alunn leerling scholier elev oppila oppilaa opiskelija uczeń uczni žák žáka dítě
  tanuló diák öğrenci μαθητ ученик ученик учащ učenic učenik dijak mokin طالب تلميذ תלמיד 학생 学生 學生 生徒 児童`)
/* oxfmt-ignore */
const others = anyOf(`parent guardian mother father ^mum ^mom ^dad carer caregiver emergency nextofkin relative household spouse
  teacher advis mentor tutor instructor lecturer coach supervisor manager referee
  eltern mutter vater erziehungsberechtigt sorgeberechtigt vormund lehrer lehrkraft betreuer
  mère$ père$ ^mère ^père responsable professeur enseignant madre padre apoderado acudiente representante profesor docente maestro
  encarregado responsável professor mãe$ pai$ ^mãe ^pai genitor insegnante
  ouder moeder vader verzorger voogd leraar vårdnadshavare förälder föräldr målsman mamma pappa lärare
  foresatt forelder foreldre forælder forældre lærer huoltaja vanhempi vanhemman opettaja
  rodzic opiekun matka matki ojciec ojca nauczyciel wychowawc rodič matky otec otce zástupce učitel
  szülő anyja apja gondviselő tanár ^veli ^anne baba$ öğretmen
  γονέα γονεί μητέρα πατέρα κηδεμόνα καθηγητ родител матер мать отец отца опекун учител
  roditelj majka majke staratelj starš skrbnik părinte părinți mamă tată$ diriginte tėvai tėvų globėj mokytoj
  وليالأمر الأب الأم معلم הורה הורים מורה 학부모 보호자 어머니 아버지 선생님 家长 家長 父亲 母亲 父親 母親 监护 監護 老师 教师 保護者 担任`)
/** Names of things, and parts of a name. */
const things =
  /user|login|course|file|group|class|company|school|team|sortable|house|year|section|organi[sz]ation|department|district|street|city|event|subject|room|campus|cent(er|re)|site|form|grade|domain|middle|maiden|prefix|suffix|schul|klasse|gruppe|kurs|firma|firmen|haus|strasse|verein|contact/
/** Addresses that nobody signs in with, if there is another. */
const second = /recovery|secondary|alternat|backup|home|personal|private|privat|proxy|contact|second|weitere/

/** Null if the header does not say. */
export function whoseColumn(header: string): 'PUPIL' | 'OTHER' | null {
  if (others.test(header)) return 'OTHER'
  return pupils.test(header) ? 'PUPIL' : null
}
export const isSecondAddress = (header: string): boolean => second.test(header)
/** The name of a thing or of other people than the one with the address. */
export const isOtherName = (header: string): boolean => things.test(header) || whoseColumn(header) === 'OTHER'
