/** Only URLs of the two players are embedded; pages of other sites are links. */

import { expect, test } from 'vitest'
import { embedAddress, getPageHost } from './media-address.ts'

const tube = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', tube],
  ['https://youtube.com/watch?list=x&v=aqz-KE-bpKQ', tube],
  ['https://youtu.be/aqz-KE-bpKQ?t=4', `${tube}&start=4`],
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=90s', `${tube}&start=90`],
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=1h2m3s', `${tube}&start=3723`],
  ['https://www.youtube.com/embed/aqz-KE-bpKQ?start=7', `${tube}&start=7`],
  ['https://youtu.be/aqz-KE-bpKQ#t=2m', `${tube}&start=120`],
  ['https://youtu.be/aqz-KE-bpKQ?t=soon', tube],
  ['https://vimeo.com/76979871#t=90s', 'https://player.vimeo.com/video/76979871?dnt=1#t=90s'],
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
test('where the viewer stopped comes before the start in the address', () =>
  expect(embedAddress('https://youtu.be/aqz-KE-bpKQ?t=4', 75)).toBe(`${tube}&start=75`))

test.each([
  ['https://drive.google.com/file/d/1AbC/view?usp=sharing', 'drive.google.com'],
  ['https://onedrive.live.com/?id=1', 'onedrive.live.com'],
  ['https://1drv.ms/v/s!x', '1drv.ms'],
  ['https://school-my.sharepoint.com/:v:/g/x', 'school-my.sharepoint.com'],
  ['https://www.dropbox.com/s/x/film.mp4?dl=0', 'dropbox.com'],
  ['https://us02web.zoom.us/rec/share/x?pwd=y', 'us02web.zoom.us'],
  ['https://zoom.us/rec/play/x', 'zoom.us'],
  ['https://www.loom.com/share/0a', 'loom.com'],
  ['https://www.youtube.com/playlist?list=PL1', 'youtube.com'],
  ['https://www.youtube.com/@channel', 'youtube.com'],
  ['https://vimeo.com/showcase', 'vimeo.com'],
  ['https://www.dropbox.com/s/x/film.mp4?raw=1', null],
  ['https://youtu.be/aqz-KE-bpKQ', null],
  ['https://example.org/film.mp4', null],
  ['https://drive.google.com.evil.example/x', null],
  ['media/x.mp4', null],
  [null, null],
])('%s opens at %s', (address, host) => expect(getPageHost(address)).toBe(host))
