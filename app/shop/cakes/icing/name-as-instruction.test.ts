import { describe, expect, test } from 'vitest'
import { readsAsInstruction } from './name-as-instruction.ts'

describe('a note that was typed as a name', () => {
  test.each([
    ...['leave at gate', 'Leave it with the guard', 'LEAVE NEAR DOOR', 'Keep with security'],
    ...['drop off', 'Give to watchman', 'with guard', 'at reception', '2nd floor', 'Flat no. 302'],
    ...['no candle', 'No candles', 'without egg', 'no knife', 'Less sugar', 'extra cream'],
    ...['Eggless', 'eggless please', 'pure veg only', 'sugar free', 'less sweet', 'No name'],
    ...['add candle', 'need 2 candles', 'with knife', 'nothing', 'nothing on cake'],
    ...[
      'call before',
      'Call me before delivery',
      'Pls call',
      'please deliver fast',
      'Ring the bell',
    ],
    ...['Don’t call', "don't ring bell", 'do not write anything', 'dont tell him'],
    ...['write happy birthday', 'Write name in red', 'print it in hindi', 'please write Asha'],
    ...[
      'deliver by 5 pm',
      'Delivery at 6',
      'before 7pm',
      'by 5:30 pm',
      'Urgent',
      'handle with care',
    ],
    ...['call 98765 43210', '+91 98765-43210', 'contactless delivery', 'cash on delivery'],
  ])('in English: %s', (name) => expect(readsAsInstruction(name)).toBe(true))

  test.each([
    ...['gate pe chhod dena', 'gate par rakh do', 'Guard ko de dena', 'guard ke paas rakhna'],
    ...['call karke aana', 'phone karna', 'phone mat karna', 'aane se pehle call karna'],
    ...['ghanti mat bajana', 'bell mat bajana', 'pehle phone karo', 'naam mat likhna'],
    ...['candle nahi chahiye', 'mombatti mat dena', 'bina ande ka', 'bina candle', 'anda nahi'],
    ...['cheeni kam', 'kam meetha', 'meetha kam', 'cake pe happy birthday likhna'],
    ...['jaldi bhejna', 'time pe lana', 'kuch mat likho'],
  ])('in Hindi, in Latin letters: %s', (name) => expect(readsAsInstruction(name)).toBe(true))

  test.each([
    ...['गेट पर छोड़ देना', 'गेट पे रख दो', 'गार्ड को दे देना', 'गार्ड के पास रखना', 'बाहर रख दें'],
    ...['आने से पहले कॉल करें', 'फ़ोन करना', 'फोन मत करना', 'पहले फोन करें', 'घंटी मत बजाना'],
    ...['मोमबत्ती मत देना', 'मोमबत्ती नहीं चाहिए', 'बिना अंडे का', 'बिना मोमबत्ती', 'अंडा नहीं'],
    ...['चीनी कम', 'कम मीठा', 'नाम मत लिखना', 'केक पर नाम लिखें', 'जल्दी भेजना', 'कुछ न लिखें'],
  ])('in Hindi: %s', (name) => expect(readsAsInstruction(name)).toBe(true))
})

test.each([
  ...['', 'Asha', 'Happy Birthday Asha', 'HBD Ravi', 'Happy 50th Anniversary Mom & Dad'],
  ...[
    'No 1 Dad',
    'No.1 Mom',
    'Please marry me',
    'Don’t grow up',
    'Never give up',
    'Nothing but love',
  ],
  ...[
    'Without you I am nothing special',
    'Keep smiling',
    'Keep in touch',
    'Leave a little sparkle',
  ],
  ...[
    'Congratulations on your new house',
    'Call of Duty champ',
    'Mat & Anna',
    'Best of luck Guard',
  ],
  ...['To the moon and back', 'Welcome home', 'Class of 2026', 'Egg hunt 2026', 'Sweet 16'],
  ...[
    'Happy Birthday Do Do',
    'Team Delivery',
    'Born at 5 pm',
    'Jaldi theek ho jao',
    'Miss you Naana',
  ],
  ...[
    'Janamdin mubarak Papa',
    'Pyaar wala cake',
    'Shaadi mubarak',
    'Meri jaan ko dher saara pyaar',
  ],
  ...[
    'जन्मदिन मुबारक आशा',
    'जन्मदिन की हार्दिक शुभकामनाएँ',
    'शादी की सालगिरह मुबारक',
    'माँ को ढेर सारा प्यार',
  ],
  ...['भगवान आप को देर सारी खुशियाँ दे', 'हमेशा मुस्कुराते रहो', 'नया घर मुबारक', 'पापा नंबर 1'],
  ...['பிறந்தநாள் வாழ்த்துக்கள்', 'سالگرہ مبارک', '1999', '21-11-2026'],
])('but not %j', (name) => expect(readsAsInstruction(name)).toBe(false))
