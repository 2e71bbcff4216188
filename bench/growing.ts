/** Calls that may cost more than 1.5 times as much in the large school: what they depend on, and why. */

/** How many times as much: the statements of rows, and those of totals and grouped counts. */
interface Growth {
  rows: number
  totals: number
}
export const usual: Growth = { rows: 1.5, totals: 1.5 }
/**
 * 2,000 students in the class instead of 200, and ten times as many people of a name; 5,000 discussions in the forum instead of 50, where
 * half of a statement's time is fixed. A page looks through them for its rows too.
 */
const ofClass = { ...usual, totals: 12 }
const ofClassPage = { rows: 12, totals: 12 }
const ofForum = { ...usual, totals: 40 }
const ofForumPage = { rows: 40, totals: 40 }

export const growing: Record<string, Growth & { why: string }> = {
  "a trainer's first page": { ...ofClassPage, why: 'counts the work of every class, and who is at risk in it' },
  "an admin's first page": { ...ofClassPage, why: 'counts what needs attention in the whole school' },
  'submissions of a week': { ...ofClass, why: 'counts the submissions of the class' },
  'sign-up form': { ...ofClass, why: 'counts the responses of the class' },
  'progress list': { ...ofClassPage, why: 'decides for the whole class who is at risk' },
  'my assignments, counts, trainer': { ...ofClass, why: 'counts the work of every class' },
  'my assignments, trainer': { ...ofClassPage, why: 'counts the work of every class' },
  'my assignments, to grade': { ...ofClass, why: 'counts the work of every class' },
  'course assignments': { ...ofClass, why: 'counts the work of the class' },
  'roster by marks': { ...ofClass, why: 'counts the class' },
  'roster by time': { ...ofClass, why: 'counts the class by status' },
  'answers of an assignment': { ...ofClass, why: 'counts the answers of the class' },
  gradebook: { ...ofClass, why: 'calculates with all marks of the class' },
  'gradebook, 50 students': { ...ofClassPage, why: 'calculates with all marks of the class' },
  'media library': { ...ofClass, why: 'counts all media of the school' },
  'viewers of a video': { ...ofClass, why: 'counts the class' },
  'responses to a sign-up form': { ...ofClass, why: 'counts the responses by state' },
  'emails to a course': { ...ofClass, why: 'counts the recipients of each email' },
  'members to mention': { ...ofClassPage, why: 'sorts the names of the class' },
  'submission list, 20': { ...ofClassPage, why: 'sorts the class' },
  'search by name': { ...ofClassPage, why: 'finds ten times as many people of that name' },
  'class progress': { ...ofClassPage, why: 'counts the work of the class' },
  'progress of a class, 50': { ...ofClassPage, why: 'decides for the whole class who is at risk' },
  'students of a course': { ...ofClassPage, why: 'sorts the names of the class' },
  'user list of a course': { ...ofClassPage, why: 'sorts the names of the class' },
  'students, search': { ...ofClassPage, why: 'looks through the names of the class' },
  'open registers': { ...ofClassPage, why: 'counts who of each class is not marked' },
  'students, last page': { ...ofClassPage, why: 'sorts the names of the class' },
  'attendance of a week': { ...ofClassPage, why: 'sorts the names of the class' },
  'summary of responses': { ...ofClassPage, why: 'counts the answers of the class' },
  'deliveries of an email': { ...ofClassPage, why: 'sorts the recipients by state' },
  'discussion list, 20': { ...ofForum, why: 'counts the forum' },
  'discussions, counts': { ...ofForum, why: 'counts the forum' },
  'discussions, unread': { ...ofForum, why: 'counts the forum' },
  'discussions, search': { ...ofForumPage, why: 'looks through the posts that contain the words' },
}
