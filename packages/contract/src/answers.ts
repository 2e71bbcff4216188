/** Answers to the questions of an assignment: shapes of submissions. */

import { z } from 'zod'
import { Question } from '#assignments.ts'
import { mostAnswerValues, textLimits } from '#rules/limits.ts'
import { Id, Text, Version } from '#values.ts'

/** Text, a URL or a file key; several for files and multiple choice. */
export const Answer = z
  .object({
    questionId: Id,
    value: Text(textLimits.answer).or(z.array(Text(2000)).max(mostAnswerValues, `At most ${mostAnswerValues} values`)),
  })
  .meta({ id: 'Answer' })
export type Answer = z.infer<typeof Answer>

export const Answers = z.object({
  answers: z.array(Answer).max(200, 'At most 200 answers'),
  /** The version that the page loaded, 0 before the first; a different current one is a 409 with the newer answers. */
  draftVersion: Version.optional(),
})

/** A file of an answer, with a URL to open it. */
export const AnswerFile = z.object({ key: z.string(), name: z.string(), type: z.string(), size: z.number(), url: z.string() })

/** `isRemoved`: the assignment does not ask it any more, so it has no points, and its marks do not count. */
export const AnsweredQuestion = Question.extend({ isRemoved: z.literal(true).optional() })
