/** Every form of the product that keeps a draft, each under the same tests. */

import { fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { AssignmentEditScreen } from '#features/assignments/assignment-edit-screen.tsx'
import { AssignmentNewScreen } from '#features/assignments/assignment-new-screen.tsx'
import { AssignmentScreen } from '#features/assignments/assignment-screen.tsx'
import { RegisterScreen } from '#features/auth/register-screen.tsx'
import { SetupScreen } from '#features/auth/setup-screen.tsx'
import { CourseDetailsScreen } from '#features/courses/course-details-screen.tsx'
import { CourseEditScreen } from '#features/courses/course-edit-screen.tsx'
import { CourseNewScreen } from '#features/courses/course-new-screen.tsx'
import { CourseField, CoursesField } from '#features/courses/course-picker.tsx'
import { DiscussionNewScreen } from '#features/discussions/discussion-new-screen.tsx'
import { DiscussionScreen } from '#features/discussions/discussion-screen.tsx'
// Loaded before the first test, which would wait for them otherwise: the editor, and that of emails below.
import '#features/discussions/post-input.tsx'
import { EmailComposer } from '#features/emails/composer.tsx'
import { MediaEditScreen } from '#features/media/media-edit-screen.tsx'
import { MediaNewScreen } from '#features/media/media-new-screen.tsx'
import { NoteBox } from '#features/media/notes/note-box.tsx'
import { useNotes } from '#features/media/notes/use-notes.ts'
import '#features/emails/message-input.tsx'
import { FormBuilderScreen } from '#features/sign-up-forms/form-builder-screen.tsx'
import { SubmissionScreen } from '#features/submissions/submission-screen.tsx'
import { ProfileForm } from '#features/users/profile-screen.tsx'
import { UserEditScreen } from '#features/users/user-edit-screen.tsx'
import { AddUserForm } from '#features/users/user-new-screen.tsx'
import { AddWeek } from '#features/weeks/add-week.tsx'
import { WeekEditScreen } from '#features/weeks/week-edit-screen.tsx'
import { at, describeDraftForm, inCourse, listDraftKeys, type, type DraftForm } from '#test/draft-form.tsx'
import { enter } from '#test/enter.ts'
import { FakeProblem, signInOptionsWith } from '#test/fake-api.ts'
import {
  courseId,
  idOf,
  makeAssignment,
  makeCourse,
  makeDiscussion,
  makeReply,
  makeMedia,
  makeQuestion,
  makeSignUpForm,
  makeSubmission,
  makeWeek,
  noCounts,
  noWork,
  pageWith,
  weekId,
} from '#test/fixtures.ts'
import { ownUser, userDetails } from '#test/people.ts'
import { ScreenWithData } from '#test/render.tsx'

const words = 'Words that were typed'
const session = () => ({ token: 'session', user: ownUser({}) })
function Profile() {
  const me = useSession((store) => store.user)
  return me && <ProfileForm me={me} />
}
function OwnNote() {
  const notes = useNotes({ courseId, mediaId: idOf(3) })
  const video = useRef<HTMLVideoElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  return <NoteBox mediaId={idOf(3)} video={video} notes={notes} field={field} />
}
const started = { ...noWork, submissionId: idOf(6), status: 'DRAFT' as const }
const unsent = { submittedAt: null, effectiveSubmittedAt: null } as const
const writing = makeSubmission({ status: 'DRAFT', attempt: 0, answers: [], draft: [], draftVersion: 0, ...unsent })
const handedIn = makeSubmission({ answers: [{ questionId: idOf(5), value: words }], draft: [], draftVersion: 1 })
const toStudents = { rules: [{ kind: 'STUDENTS' as const, title: null, days: null }], count: 2, groups: [], leftOut: [] }
const audience = { ...toStudents, options: { all: 3, students: 2, trainers: 1, pending: 0 } }
const roster = { ...pageWith([], 100), counts: noCounts, held: 0 }

const forms: DraftForm[] = [
  {
    draft: 'sign-up-form:',
    role: 'ADMIN',
    element: <ScreenWithData of={FormBuilderScreen} />,
    at: at(paths.signUpForm, { courseId }),
    reads: { ...inCourse(), signupForms: { getForm: async () => makeSignUpForm({ responseCount: 0 }) } },
    call: 'signupForms.saveForm',
    reply: () => makeSignUpForm({ label: `Why this course?${words}`, version: 2, responseCount: 0 }),
    field: 'Question',
    press: ['Publish changes'],
  },
  {
    draft: 'sign-up:',
    role: 'USER',
    element: <ScreenWithData of={CourseDetailsScreen} />,
    at: { pattern: paths.courseDetails.pattern, to: `${paths.courseDetails.to({ courseId })}#sign-up` },
    reads: {
      courses: { getCourse: async () => makeCourse(null, { enrolment: 'FORM' }) },
      signupForms: { getForm: async () => makeSignUpForm() },
    },
    call: 'signupForms.answerForm',
    reply: () => ({ id: idOf(22), status: 'ACCEPTED', place: null, membership: { role: 'STUDENT', status: 'ACTIVE' } }),
    field: 'Why this course?',
    press: ['Send answers'],
  },
  {
    draft: 'profile',
    role: 'USER',
    element: <Profile />,
    call: 'users.updateMe',
    reply: () => ownUser({ ...useSession.getState().user, name: `Ana Li${words}` }),
    field: 'Name',
    press: ['Save changes'],
  },
  {
    draft: 'person:0',
    role: 'SUPER_ADMIN',
    element: <ScreenWithData of={UserEditScreen} />,
    at: at(paths.userEdit, { userId: userDetails({}).id }),
    reads: { ...inCourse(), users: { getUser: async () => userDetails({ name: 'Omar' }), listUserChanges: async () => pageWith([]) } },
    call: 'users.updateUser',
    reply: () => userDetails({ name: `Omar${words}`, version: 2 }),
    field: 'Name',
    press: ['Save changes'],
  },
  {
    draft: 'person:new',
    role: 'ADMIN',
    element: <AddUserForm CourseField={CourseField} CoursesField={CoursesField} onAdded={() => undefined} />,
    reads: inCourse(),
    call: 'users.addUser',
    reply: () => ({ ...userDetails({ name: words }), isNew: true, passed: 0 }),
    field: 'Name',
    fill: () => type('Email', 'omar@harbour.example'),
    press: ['Add user'],
  },
  {
    draft: 'register',
    later: null,
    role: null,
    element: <RegisterScreen />,
    at: at(paths.register, {}),
    reads: { auth: { getSignInOptions: async () => signInOptionsWith({}) } },
    call: 'auth.register',
    reply: session,
    field: /name/i,
    fill: async () => {
      await type('Email', 'omar@harbour.example')
      await type('Password', 'quiet desk 20')
    },
    press: ['Create account'],
  },
  {
    draft: 'setup',
    later: null,
    role: null,
    element: <SetupScreen />,
    at: at(paths.setup, {}),
    reads: { auth: { getSignInOptions: async () => signInOptionsWith({ needsSetup: true, registration: 'closed' }) } },
    call: 'auth.setUp',
    reply: session,
    field: 'School name',
    fill: async () => {
      await type('Your name', 'Marta Oliveira')
      await type('Email', 'marta@harbour.example')
      await type('Password', 'quiet desk 20')
      await type('Set-up code', '7kqf 29wp')
    },
    press: ['Create administrator'],
  },
  {
    draft: 'course:new',
    role: 'TRAINER',
    element: <CourseNewScreen />,
    at: at(paths.courseNew, {}),
    reads: inCourse(),
    call: 'courses.createCourse',
    reply: () => makeCourse('TRAINER'),
    field: 'Title',
    press: ['Create course'],
  },
  {
    draft: `course:${courseId}`,
    role: 'TRAINER',
    element: <ScreenWithData of={CourseEditScreen} />,
    at: at(paths.courseEdit, { courseId }),
    reads: inCourse(),
    call: 'courses.updateCourse',
    reply: () => makeCourse('TRAINER', { title: `Data Journalism${words}` }),
    field: 'Title',
    press: ['Save changes'],
  },
  {
    draft: 'week-new:',
    role: 'TRAINER',
    element: <AddWeek courseId={courseId} number={7} lastStartsOn={null} onClose={() => undefined} />,
    call: 'weeks.createWeek',
    reply: () => makeWeek(),
    field: 'Title',
    press: ['Add week 7'],
  },
  {
    draft: 'week:',
    role: 'TRAINER',
    element: <ScreenWithData of={WeekEditScreen} />,
    at: at(paths.weekEdit, { courseId, weekId }),
    reads: inCourse(),
    call: 'weeks.updateWeek',
    reply: () => makeWeek({ title: `Cleaning${words}` }),
    field: 'Title',
    press: ['Save changes'],
  },
  {
    draft: 'media:new:',
    role: 'TRAINER',
    element: <ScreenWithData of={MediaNewScreen} />,
    at: at(paths.mediaNew, { courseId, weekId }, { kind: 'link' }),
    reads: { ...inCourse(), media: { getMediaOptions: async () => ({ zoom: false }) } },
    call: 'media.createMedia',
    reply: () => makeMedia(),
    field: 'Title',
    fill: () => type('Address of the recording', 'https://video.example/clean.mp4'),
    press: ['Publish'],
  },
  {
    draft: `media:${idOf(3)}`,
    role: 'TRAINER',
    element: <ScreenWithData of={MediaEditScreen} />,
    at: at(paths.mediaEdit, { courseId, weekId, mediaId: idOf(3) }),
    reads: {
      ...inCourse(),
      media: {
        getMedia: async () => makeMedia(),
        getMediaOptions: async () => ({ zoom: false }),
        getOtherUses: async () => ({ items: [], hidden: 0 }),
        getViewers: async () => ({ started: 0, watched: 0, unwatched: 0 }),
      },
    },
    call: 'media.updateMedia',
    reply: () => makeMedia({ title: `${makeMedia().title}${words}` }),
    field: 'Title',
    press: ['Save changes'],
  },
  {
    draft: 'note:',
    role: 'USER',
    element: <OwnNote />,
    reads: { media: { listNotes: async () => pageWith([]) } },
    call: 'media.createNote',
    reply: () => ({ id: idOf(9), at: 0, text: words, createdAt: makeMedia().createdAt, updatedAt: makeMedia().createdAt }),
    field: /^Note at/,
    press: ['Add note'],
  },
  {
    draft: 'assignment-new:',
    role: 'TRAINER',
    element: <ScreenWithData of={AssignmentNewScreen} />,
    at: at(paths.assignmentNew, { courseId, weekId }),
    reads: inCourse(),
    call: 'assignments.createAssignment',
    reply: () => makeAssignment(),
    field: 'Title',
    fill: async () => {
      const prompt = await screen.findAllByRole('textbox', { name: /question|prompt/i })
      fireEvent.change(prompt[0]!, { target: { value: 'What did you clean?' } })
    },
    press: ['Publish'],
  },
  {
    draft: 'assignment-edit:',
    role: 'TRAINER',
    element: <ScreenWithData of={AssignmentEditScreen} />,
    at: at(paths.assignmentEdit, { courseId, weekId, assignmentId: idOf(4) }),
    reads: {
      ...inCourse(),
      assignments: { getAssignment: async () => makeAssignment() },
      assignmentChanges: { getAssignmentUsage: async () => ({ students: 2, submitted: 0, questions: [], formerQuestions: [] }) },
    },
    call: 'assignments.updateAssignment',
    reply: () => makeAssignment({ version: 1 }),
    field: 'Title',
    press: [/^Save \d changes?$/],
  },
  {
    draft: 'answers:',
    role: 'USER',
    element: <ScreenWithData of={AssignmentScreen} />,
    at: at(paths.assignment, { courseId, weekId, assignmentId: idOf(4) }),
    reads: {
      ...inCourse('STUDENT'),
      assignments: { getAssignment: async () => makeAssignment({ work: started }) },
      submissions: {
        getSubmission: async () => writing,
        // Saved there, it would need no draft here.
        saveAnswers: () => Promise.reject(new FakeProblem(503, 'unavailable')),
      },
    },
    call: 'submissions.submitAssignment',
    reply: () => handedIn,
    field: 'What did you clean?',
    press: [/^Review/, 'Submit'],
  },
  {
    draft: 'grade:',
    isWide: true,
    role: 'TRAINER',
    element: <ScreenWithData of={SubmissionScreen} />,
    at: at(paths.submission, { submissionId: idOf(6), courseId }),
    reads: {
      ...inCourse(),
      assignments: { getAssignment: async () => makeAssignment({ questions: [makeQuestion()] }) },
      submissions: { getSubmission: async () => makeSubmission(), listSubmissions: async () => roster },
    },
    call: 'submissions.gradeSubmission',
    reply: () => makeSubmission({ status: 'GRADED', marks: 17, version: 2, feedback: words }),
    field: /^Feedback/,
    fill: async () => {
      const mark = await screen.findAllByRole('textbox', { name: 'Mark out of 20' })
      await enter(mark[0]!, '17')
    },
    press: [/^Grade/],
  },
  {
    draft: 'discussion-new:',
    role: 'USER',
    element: <ScreenWithData of={DiscussionNewScreen} />,
    at: at(paths.discussionNew, { courseId }),
    reads: inCourse('STUDENT'),
    call: 'discussions.createDiscussion',
    reply: () => makeDiscussion(),
    field: 'Text',
    fill: () => type('Title', 'Which deflator?'),
    press: ['Post'],
  },
  {
    draft: 'comment:',
    role: 'USER',
    element: <ScreenWithData of={DiscussionScreen} />,
    at: at(paths.discussion, { courseId, discussionId: idOf(8) }),
    reads: {
      ...inCourse('STUDENT'),
      discussions: {
        getDiscussion: async () => makeDiscussion(),
        listComments: async () => ({ ...pageWith([]), previous: null, next: null }),
      },
    },
    call: 'discussions.createComment',
    reply: () => makeReply({ content: words }),
    field: 'Write a reply',
    press: ['Reply'],
  },
  {
    draft: 'email:',
    role: 'TRAINER',
    element: <EmailComposer opened={{ courseId, sendTo: ['STUDENTS'] }} />,
    reads: { ...inCourse(), courseEmails: { previewAudience: async () => audience } },
    call: 'courseEmails.sendMails',
    reply: () => ({ id: idOf(30), recipients: 2 }),
    field: 'Message',
    fill: () => type('Subject', 'Room 4'),
    press: ['Send to 2 students'],
    failure: 'The server did not answer. Your text is kept.',
  },
]

for (const [turn, form] of forms.entries()) describeDraftForm(form, turn)

/** Forms whose draft is not sent by one press of a button; their own tests say what becomes of it. */
const elsewhere = [
  'file-names:',
  'users:import-file',
  'decision:',
  'saved-comment:',
  'note-edit:',
  'excuse:',
  'attendance-question:',
  'unsent-marks:',
  'attendance-note:',
]

test('there is no draft that is not tested here', () => {
  const used = listDraftKeys()
  expect(used).toEqual(expect.arrayContaining(['profile', 'media:new:', 'sign-up:', 'email:', 'users:']))
  expect(used.length).toBeGreaterThan(20)
  const all = [...forms.map(({ draft }) => draft), ...elsewhere]
  expect(used.filter((key) => !all.some((tested) => tested.startsWith(key)))).toEqual([])
})
