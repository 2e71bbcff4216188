/** User preferences: appearance, keyboard shortcuts, playback speed, captions, notification emails. */

import { z } from 'zod'

/** Playback speeds offered by the player. */
const PlaybackRate = z
  .number('Must be a number')
  .min(0.5, 'From 0.5')
  .max(2, 'At most 2')
  .refine((value) => Number.isInteger(value * 4), 'In steps of 0.25')

const canonicalTag = (value: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}
/** A BCP 47 tag, such as `pt-BR`, in canonical spelling. */
const LanguageTag = z
  .string()
  .max(35, { error: 'At most 35 characters', abort: true })
  .refine((value) => canonicalTag(value) !== undefined, 'Not a language tag')
  .overwrite((value) => canonicalTag(value) ?? value)

/** The style of captions: their size and background. */
export const CaptionStyle = z.object({
  size: z.enum(['SMALL', 'NORMAL', 'LARGE', 'LARGEST']),
  background: z.enum(['NONE', 'SHADED', 'SOLID']),
})
export type CaptionStyle = z.infer<typeof CaptionStyle>

const EmailTiming = z.enum(['NOW', 'DAILY', 'NEVER'])

/** User preferences; absent if never chosen. New ones are only added here. */
export const Preferences = z
  .object({
    theme: z.enum(['SYSTEM', 'LIGHT', 'DARK']),
    playbackRate: PlaybackRate,
    /** The language of captions; null if they are off. */
    captions: LanguageTag.nullable(),
    /** The language that captions had before they were turned off. */
    captionLanguage: LanguageTag,
    captionStyle: CaptionStyle,
    /** False if single-key shortcuts are off, except within a component that has the focus. */
    letterKeys: z.boolean(),
    /** When each kind of notice is emailed (rules/notices.ts). */
    emailReplies: EmailTiming,
    emailMentions: EmailTiming,
    emailMarks: EmailTiming.exclude(['NEVER']),
    emailAnnouncements: EmailTiming,
    emailWork: EmailTiming,
    emailAttendance: EmailTiming,
    emailTeaching: EmailTiming,
    emailSignUps: EmailTiming.exclude(['NEVER']),
    emailResponses: EmailTiming,
    emailFailures: EmailTiming,
    /** Whether an admin's first page shows the first steps of a new school, and the figures below its charts. */
    startSteps: z.enum(['SHOWN', 'HIDDEN']),
    activityTable: z.boolean(),
    /** Whether submitting sends a receipt, as last chosen. */
    emailReceipts: z.boolean(),
    /** Hour of the daily email, in the user's time zone. */
    dailyEmailHour: z.int('Must be a whole hour').min(0, 'From 0').max(23, 'At most 23'),
  })
  .partial()
export type Preferences = z.infer<typeof Preferences>
