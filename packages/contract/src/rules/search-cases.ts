/** What every search finds, and what it does not: each search box, of the server and of the browser, is tested with all of them. */
type SearchCase = readonly [text: string, search: string]

export const foundCases: readonly SearchCase[] = [
  ['Ángel Núñez', 'nunez'],
  ['Ángel Núñez', 'NÚÑEZ'],
  ['Angel Nunez', 'núñez'],
  // Composed in one and decomposed in the other.
  ['Élodie Ésson', 'e\u0301lodie'],
  ['Dr. Anna Müller', 'muller'],
  ['Introdução à Estatística', 'introducao estatistica'],
  ['Łukasz Søren Straße', 'lukasz soren strasse'],
  ['İpek Yıldız', 'ipek yildiz'],
  ['Liam O’Brien', "o'brien"],
  ["Liam O'Brien", 'o’brien'],
  ["Liam O'Brien", 'obrien'],
  ['José García', 'garcia jose'],
  ['Zoe Adams', 'Adams, Zoe'],
  ['Anne–Marie “Annie” Ba', 'anne-marie "annie"'],
  ['第3課の宿題について質問があります', '宿題'],
  ['第３課の宿題', '第3課'],
  ['ﾃｽﾄの期限', 'テスト'],
  ['วิธีส่งการบ้าน', 'การบ้าน'],
  ['김민준', '민준'],
  ['أحمد الخطيب', 'احمد'],
  ['Ελένη Παπαδοπούλου', 'ΕΛΕΝΗ παπαδοπουλου'],
  ['Семён Королёв', 'королев'],
  ['soft\u00adhyphen and zero\u200bwidth', 'softhyphen zerowidth'],
  ['100%_\\ C++ (R&D)', '100%_\\ c++ r&d'],
  // As written in the text, and by each part: names of files and hosts, addresses, numbers.
  ['Where is survey.csv?', 'survey.csv'],
  ['Where is survey.csv?', 'csv'],
  ['3.75 in budget-2024.xlsx', '2024.xlsx 3.75'],
  ['data.example.org/wages', 'wages'],
  ['ann.lee@example.org, 555-123', 'ann.lee 555-123'],
  ['AT&T or if a < b', 'at&t a < b'],
]

export const missedCases: readonly SearchCase[] = [
  ['Ángel Núñez', 'nunes'],
  // Every word counts.
  ['José García', 'garcia maria'],
  ['Zoe Adams', 'ads'],
  ['第3課の宿題について', '質問'],
  // A voiced sound is another letter, and so is a vowel sign.
  ['かき', 'がき'],
  ['กา', 'กิ'],
  ['100 percent', '100%'],
  ['any text', '_'],
  ['any text', '\\'],
]
