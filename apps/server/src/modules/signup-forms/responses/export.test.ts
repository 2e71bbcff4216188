/** The responses as CSV where questions ask for files. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '#db/schema/media.ts'
import { testApp } from '#test/app.ts'
import { sample } from '#test/files.ts'

const { app, given, as, database } = await testApp()

test('files have the names their users gave them, not their keys', async () => {
  const { course } = await given.course({ enrolment: 'FORM' })
  const params = { courseId: course.id }
  const admin = await as('ADMIN')
  const form = await admin.signupForms.saveForm({
    params,
    body: {
      questions: [
        { label: 'Your CV', type: 'FILE' },
        { label: 'Why?', type: 'SHORT_TEXT' },
      ],
    },
  })
  const answer = async (name: string, fileName: string) => {
    const who = await as(await given.user({ name }))
    const payload = sample['application/pdf']
    const { key, url, headers } = await who.files.presignUpload({ query: { fileType: 'application/pdf', fileName } })
    await app.inject({ method: 'PUT', url, headers, payload })
    const answers = [
      { questionId: form.questions[0]!.id, value: [key] },
      { questionId: form.questions[1]!.id, value: 'Because' },
    ]
    await who.signupForms.answerForm({ params: { ...params, id: form.id }, body: { answers } })
    return key
  }
  await answer('Ann', '=cv, last.pdf')
  const deleted = await answer('Ben', 'cv.pdf')
  await database.db.delete(files).where(eq(files.key, deleted))
  const csv = await (await admin.signupResponses.exportResponses({ params })).text()
  const rows = csv.split('\r\n').map((row) => row.split('","').slice(-2).join('|'))
  expect(rows.slice(0, 3)).toEqual(['Your CV|Why?"', '\'=cv, last.pdf|Because"', 'Deleted file|Because"'])
})
