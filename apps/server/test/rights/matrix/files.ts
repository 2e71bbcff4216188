/** Rights: uploads, and deleting unused files. */

import type { Ids, Request, Row, Rows } from '#test/rights/row.ts'

type Upload = { key: string; uploadId: string }
const nameOf = ({ uploadKey: key, uploadId }: Pick<Ids, 'uploadKey' | 'uploadId'>): Upload => ({ key, uploadId })

/** Uploads are private to their owner, and nobody else learns that they exist. */
/* oxfmt-ignore */
const ofUpload = (success: number, ask: (upload: Upload, ids: Ids) => Request): Row['cells'] => {
  const own = `${success} ${success} ${success} ${success} ${success} ${success} 401`
  const none = '404 404 404 404 404 404 401'
  return {
    real: own,
    'with that of another':         [none, (ids) => ask({ key: ids.othersUploadKey, uploadId: ids.othersUploadId }, ids)],
    'with the key of another':      [none, (ids) => ask({ key: ids.othersUploadKey, uploadId: ids.uploadId }, ids)],
    'with the number of another':   [none, (ids) => ask({ key: ids.uploadKey, uploadId: ids.othersUploadId }, ids)],
    'unknown uploadId':             none,
    'unknown uploadKey':            none,
    'malformed uploadId':           none,
    'malformed uploadKey':          '422 422 422 422 422 422 401',
  }
}

/* oxfmt-ignore */
export const files: Rows = {
  presignUpload: {
    call: 17,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'with a recording':       ['200 200 200 200 200 200 401', () => ({ query: { fileType: 'video/mp4', size: 1_000_000 } })],
      'with an SVG':            ['415 415 415 415 415 415 401', () => ({ query: { fileType: 'image/svg+xml' } })],
    },
  },
  removeFile: {
    call: 18,
    // Of a deleted media item: it was part of the course, and nothing uses it any more.
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
    ask: () => ({ body: { fileType: 'application/pdf', size: 1_000_000 } }),
    differs: 'a student of no course may: the own picture goes this way too (product decisions, section 5, draw no line)',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 200 200 200 401',
      'with a recording':       ['200 200 200 200 200 200 401', () => ({ body: { fileType: 'video/mp4', size: 1_000_000 } })],
    },
  },
  presignPart: { call: 20, ask: (ids) => ({ query: { ...nameOf(ids), partNumber: 1 } }), cells: ofUpload(200, (upload) => ({ query: { ...upload, partNumber: 1 } })) },
  completeMultipart: {
    call: 21,
    ask: (ids) => ({ body: { ...nameOf(ids), parts: [{ partNumber: 1, etag: ids.etag }] } }),
    cells: ofUpload(200, (upload, { etag }) => ({ body: { ...upload, parts: [{ partNumber: 1, etag }] } })),
  },
  listParts: { ask: (ids) => ({ query: nameOf(ids) }), cells: ofUpload(200, (query) => ({ query })) },
  getImageUrls: { cells: { real: '200 200 200 200 200 200 401' } },
  listUploads: { cells: { real: '200 200 200 200 200 200 401' } },
  listOthersUploads: { cells: { real: '200 200 403 403 403 403 401' } },
  abortMultipart: { ask: (ids) => ({ query: nameOf(ids) }), cells: ofUpload(204, (query) => ({ query })) },
}
