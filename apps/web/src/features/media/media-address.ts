/** What the address of a recording leads to: a player that can be embedded, a page of another site, or a file. */

const youTubeId = /^[\w-]{6,20}$/

function youTube(url: URL): string | null {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean)
  if (url.hostname === 'youtu.be') return first
  return url.searchParams.get('v') ?? (['embed', 'shorts', 'live'].includes(first) ? second : null)
}

function vimeo(url: URL): string | null {
  const parts = url.pathname.split('/').filter(Boolean)
  const at = parts.findIndex((part) => /^\d+$/.test(part))
  const [id, hash] = at < 0 ? [] : parts.slice(at)
  if (!id) return null
  // Unlisted videos carry a second part that their player needs.
  const secret = url.searchParams.get('h') ?? (hash && /^[0-9a-f]+$/.test(hash) ? hash : null)
  return secret ? `${id}?h=${secret}` : id
}

/** Seconds of `t=90`, `t=90s`, `t=1h2m3s` or `start=90`, in the query or after the #. */
function getStart({ searchParams, hash }: URL): number {
  const written = searchParams.get('t') ?? searchParams.get('start') ?? new URLSearchParams(hash.slice(1)).get('t') ?? ''
  const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(written) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

const getHost = (url: URL): string => url.hostname.replace(/^(www|m)\./, '')
const isYouTube = (host: string): boolean => ['youtube.com', 'youtu.be', 'youtube-nocookie.com'].includes(host)
const isVimeo = (host: string): boolean => ['vimeo.com', 'player.vimeo.com'].includes(host)

const parse = (address: string | null): URL | null => {
  const url = address === null ? null : URL.parse(address)
  return url?.protocol === 'https:' ? url : null
}

/** Null if the URL is not a video of the two players. `startAt` in seconds; at 0, the start in the address counts. */
export function embedAddress(address: string | null, startAt = 0): string | null {
  const url = parse(address)
  if (!url) return null
  const host = getHost(url)
  const from = Math.floor(startAt) || getStart(url)
  if (isYouTube(host)) {
    const id = youTube(url)
    return id && youTubeId.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?rel=0${from > 0 ? `&start=${from}` : ''}` : null
  }
  if (!isVimeo(host)) return null
  const id = vimeo(url)
  return id ? `https://player.vimeo.com/video/${id}${id.includes('?') ? '&' : '?'}dnt=1${from > 0 ? `#t=${from}s` : ''}` : null
}

/** Sites whose links show a page around the recording. */
const pageHosts =
  /^((drive|docs|photos)\.google\.com|photos\.app\.goo\.gl|onedrive\.live\.com|1drv\.ms|[\w-]+\.sharepoint\.com|dropbox\.com|([\w-]+\.)?zoom\.us|loom\.com)$/

/** The host to open if the address is a page that cannot be played here, such as Google Drive or a playlist; else null. */
export function getPageHost(address: string | null): string | null {
  const url = parse(address)
  if (!url || embedAddress(address)) return null
  const host = getHost(url)
  // The file itself, for those who know how to ask for it.
  if (host === 'dropbox.com' && (url.searchParams.get('raw') === '1' || url.searchParams.get('dl') === '1')) return null
  return isYouTube(host) || isVimeo(host) || pageHosts.test(host) ? host : null
}
