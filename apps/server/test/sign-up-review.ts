import { eq, sql } from 'drizzle-orm'
import { emails } from '#db/schema/mail.ts'
import { testApp } from '#test/app.ts'

/** An app with courses whose sign-up forms are reviewed by staff. */
export async function openSignUpReview() {
  const { given, as, clock, database, runJobs, statements } = await testApp()
  type Client = Awaited<ReturnType<typeof as>>
  /** A form that staff review, in a course with one student; people answer it a minute apart. */
  async function openReview({ seats = null }: { seats?: number | null } = {}) {
    const home = await given.course({ enrolment: 'FORM', seats, title: 'Data Journalism' })
    const courseId = home.course.id
    const admin = await as('ADMIN')
    const form = await admin.signupForms.saveForm({
      params: { courseId },
      body: {
        autoApprove: false,
        questions: [
          { label: 'Why?', type: 'SHORT_TEXT', required: true },
          { label: 'Evenings', type: 'MULTIPLE_CHOICE', options: ['Mon', 'Tue: late', 'Wed'] },
          { label: 'Level', type: 'SINGLE_CHOICE', options: ['Low', 'High'] },
        ],
      },
    })
    const [why, evenings, level] = form.questions.map(({ id }) => id) as [string, string, string]
    let minute = 0
    const answer = async (name: string, { on = ['Mon'], at = 'Low' }: { on?: string[]; at?: string } = {}) => {
      clock.set(new Date(Date.UTC(2026, 10, 20, 12, minute++)))
      const user = await given.user({ name })
      const who = await as(user)
      const answers = [
        { questionId: why, value: `=${name}` },
        { questionId: evenings, value: on },
        { questionId: level, value: at },
      ]
      const { id } = await who.signupForms.answerForm({ params: { courseId, id: form.id }, body: { answers } })
      return { id, who, user }
    }
    const trainer = await as(home.trainer)
    const list = (query = {}) => trainer.signupResponses.listResponses({ params: { courseId }, query })
    const names = async (query = {}) => (await list(query)).items.map(({ person }) => person.name)
    const decide = (ids: string[], decision: 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'PENDING', more: object = {}) =>
      trainer.signupResponses.decideResponses({ params: { courseId }, body: { ids, decision, ...more } })
    /** Ten seconds later. */
    const runMoveUp = async () => {
      clock.set(new Date(clock.now().getTime() + 10_000))
      await database.db.execute(
        sql`update graphile_worker._private_jobs set run_at = now() where key like ${`signup-forms.moveUp:${courseId}%`}`,
      )
      await runJobs()
    }
    return { ...home, courseId, admin, trainer, form, ids: { why, evenings, level }, answer, list, names, decide, runMoveUp }
  }
  const mailsTo = (userId: string) => database.db.select().from(emails).where(eq(emails.userId, userId))
  const isMember = (who: Client, courseId: string) =>
    who.discussions.listDiscussions({ params: { courseId } }).then(
      () => true,
      () => false,
    )
  return { given, as, clock, database, runJobs, statements, openReview, mailsTo, isMember }
}
