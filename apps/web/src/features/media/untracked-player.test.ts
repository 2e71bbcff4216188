/** Only URLs of the two players are embedded. */
import { expect, test } from 'vitest'
import { embedAddress } from './untracked-player.tsx'

const tube = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', tube],
  ['https://youtube.com/watch?list=x&v=aqz-KE-bpKQ', tube],
  ['https://youtu.be/aqz-KE-bpKQ?t=4', tube],
  ['https://m.youtube.com/shorts/aqz-KE-bpKQ', tube],
  ['https://www.youtube.com/live/aqz-KE-bpKQ', tube],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/76979871/abc123', 'https://player.vimeo.com/video/76979871?h=abc123&dnt=1'],
  ['https://player.vimeo.com/video/76979871?h=ff00', 'https://player.vimeo.com/video/76979871?h=ff00&dnt=1'],
])('%s', (address, expected) => expect(embedAddress(address)).toBe(expected))

test.each([
  null,
  '',
  'media/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000000.mp4',
  'https://example.org/film.mp4',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/watch?v="><script>',
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'http://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://vimeo.com/about',
])('no frame for %s', (address) => expect(embedAddress(address)).toBeNull())

test('starts where the viewer stopped', () => expect(embedAddress('https://youtu.be/aqz-KE-bpKQ', 75.6)).toBe(`${tube}&start=75`))
