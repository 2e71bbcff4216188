/** Addresses of YouTube and Vimeo as their players want them; everything else plays in our own. */

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

/** Null where the address is not one of theirs. `startAt` in seconds. */
export function embedAddress(address: string | null, startAt = 0): string | null {
  const url = address === null ? null : URL.parse(address)
  if (url?.protocol !== 'https:') return null
  const host = url.hostname.replace(/^(www|m)\./, '')
  const from = Math.floor(startAt)
  if (host === 'youtube.com' || host === 'youtu.be' || host === 'youtube-nocookie.com') {
    const id = youTube(url)
    return id && youTubeId.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?rel=0${from > 0 ? `&start=${from}` : ''}` : null
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const id = vimeo(url)
    return id ? `https://player.vimeo.com/video/${id}${id.includes('?') ? '&' : '?'}dnt=1${from > 0 ? `#t=${from}s` : ''}` : null
  }
  return null
}
