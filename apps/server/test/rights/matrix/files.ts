/** Rights: uploads, and deleting what nothing uses. */
import type { Rows } from '#test/rights/row.ts'

/* oxfmt-ignore */
export const files: Rows = {
  presignUpload: {
    call: 17,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'with a recording':       ['200 200 200 200 403 403 401', () => ({ query: { fileType: 'video/mp4' } })],
      'with an SVG':            ['415 415 415 415 415 415 401', () => ({ query: { fileType: 'image/svg+xml' } })],
    },
  },
  removeFile: {
    call: 18,
    // Of a medium that was deleted: it was part of the course, and nothing uses it any more.
    ask: ({ fileKey }) => ({ query: { fileKey } }),
    differs: 'deletions answer 204 (product decisions, section 1)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '204 204 204 404 404 404 401',
      'own fileKey':             '204 204 204 204 204 204 401',
      'foreign fileKey':         '204 204 404 204 404 404 401',
      'used fileKey':            '409 409 409 404 409 404 401',
      'unknown fileKey':         '404 404 404 404 404 404 401',
      'malformed fileKey':       '404 404 404 404 404 404 401',
    },
  },
  initMultipart: {
    call: 19,
    later: 'uploads in parts',
    ask: () => ({ body: { fileType: 'application/pdf', size: 1_000_000 } }),
    differs: 'a student of no course may: the own picture goes this way too (product decisions, section 5, draw no line)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'with a recording':       ['200 200 200 200 403 403 401', () => ({ body: { fileType: 'video/mp4', size: 1_000_000 } })],
    },
  },
  // Until uploads in parts are built nobody has one, so that there is no own one to call with: `real` is then one of the caller's.
  presignPart:       { call: 20, later: 'uploads in parts', cells: { real: '200 200 200 200 200 200 401' } },
  completeMultipart: { call: 21, later: 'uploads in parts', cells: { real: '200 200 200 200 200 200 401' } },
}
