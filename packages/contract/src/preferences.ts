/** What somebody chose for themselves: the look, the keys, the speed of videos, captions, emails about notices. */
import { z } from 'zod'

/** How fast a video plays: steps that the player offers. */
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
/** A BCP 47 tag, such as `pt-BR`, in its usual spelling. */
const LanguageTag = z
  .string()
  .max(35, { error: 'At most 35 characters', abort: true })
  .refine((value) => canonicalTag(value) !== undefined, 'Not a language tag')
  .overwrite((value) => canonicalTag(value) ?? value)

/** How captions are drawn: their size, and what lies behind the words. */
export const CaptionStyle = z.object({
  size: z.enum(['SMALL', 'NORMAL', 'LARGE', 'LARGEST']),
  background: z.enum(['NONE', 'SHADED', 'SOLID']),
})
export type CaptionStyle = z.infer<typeof CaptionStyle>

const EmailTiming = z.enum(['NOW', 'DAILY', 'NEVER'])

/** What somebody chose for themselves; missing keys were never chosen. Keys are added here, and nowhere else. */
export const Preferences = z
  .object({
    theme: z.enum(['SYSTEM', 'LIGHT', 'DARK']),
    playbackRate: PlaybackRate,
    /** The language of captions; null where they are off. */
    captions: LanguageTag.nullable(),
    captionStyle: CaptionStyle,
    /** False where keys of one letter do nothing, outside what has keys of its own while it has the focus. */
    letterKeys: z.boolean(),
    /** When each kind of notice is emailed (rules/notices.ts). */
    emailReplies: EmailTiming,
    emailMentions: EmailTiming,
    emailMarks: EmailTiming.exclude(['NEVER']),
    emailAnnouncements: EmailTiming,
    emailSignUps: EmailTiming.exclude(['NEVER']),
    /** Whether submitting sends a receipt, as last chosen there. */
    emailReceipts: z.boolean(),
    /** Hour of the daily email, in the person's time zone. */
    dailyEmailHour: z.int('Must be a whole hour').min(0, 'From 0').max(23, 'At most 23'),
  })
  .partial()
export type Preferences = z.infer<typeof Preferences>
