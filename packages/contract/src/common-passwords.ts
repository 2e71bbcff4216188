/** Passwords that are rejected because they are common. The server decides; a form may check before. */

/** The most common of eight characters and more in published leaks, in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(
  `
  12345678 123456789 1234567890 12345678910 123456789a 123456789q 0123456789 0987654321 987654321 9876543210 87654321 11111111
  111111111 1111111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 00000000 000000000 0000000000
  12341234 123123123 12121212 11223344 1122334455 11112222 12344321 123454321 1234554321 123321123 147258369 159357159 741852963
  789456123 963852741 147852369 14725836 13131313 10101010 20202020 12345679 12345670 1234567a 12345678a a12345678 a1234567
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 zaq1xsw2 qwer1234 1234qwer
  12345qwert qwert12345 asdf1234 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 123qwerty 12qwaszx qwertzuiop
  azertyuiop asdfghjk asdfghjkl asdfasdf zxcvbnm1 zxcvbnm123 qazwsxedc qazwsx123 qweasdzxc qweqweqwe qweasd123 asdasdasd 123qweasd
  123qwe123 abcd1234 abc12345 abc123456 abcdefgh abcdefg1 abcdefghi a1b2c3d4 aa123456 aa12345678 aaaaaaaa aaaaaaaaaa abcabcabc
  password password1 password12 password123 password1234 password12345 password2 password3 password! password01 passw0rd p@ssw0rd
  p@ssword pa$$word pass1234 pass12345 passpass passwort passwort1 motdepasse contraseña wachtwoord parola123 senha123 mypassword
  yourpassword newpassword changeme changeme1 changeme123 letmein1 letmein123 letmeinnow welcome1 welcome12 welcome123 welcome2
  iloveyou iloveyou1 iloveyou2 iloveyou123 iloveu123 ilovegod loveyou1 lovelove forever1 trustno1 whatever whatever1 nothing1 secret12
  secret123 master12 master123 admin123 admin1234 admin12345 administrator adminadmin root1234 superman superman1 superuser batman123
  spiderman pokemon1 pokemon123 starwars starwars1 startrek football football1 football123 baseball baseball1 basketball softball
  volleyball hockey123 soccer123 liverpool liverpool1 arsenal1 arsenal123 chelsea1 chelsea123 barcelona realmadrid juventus manchester
  sunshine sunshine1 princess princess1 princess12 princess123 butterfly butterfly1 snowball rainbow1 rainbow123 flower123 chocolate
  chocolate1 cookie123 banana123 orange123 apple123 cheese123 computer computer1 internet internet1 samsung1 samsung123 google123
  facebook facebook1 microsoft linkedin myspace1 youtube1 playstation minecraft minecraft1 fortnite1 nintendo jennifer jennifer1
  michelle michelle1 michael1 michael123 jessica1 jessica123 charlie1 charlie123 daniel123 andrew123 jordan23 jordan123 thomas123
  william1 alexander alexander1 alexandra elizabeth christian christopher jonathan nicholas nicole123 victoria veronica valentina
  sebastian santiago fernando fernanda gabriel1 isabella samantha samantha1 stephanie benjamin patricia charlotte anthony1 ashley123
  mercedes mercedes1 mustang1 corvette ferrari1 porsche1 harley123 dragon123 monkey123 tigger123 shadow123 buster123 pepper123
  ginger123 killer123 hunter123 summer123 winter123 summer2020 summer2021 winter2020 spring2020 january1 february november december
  september midnight midnight1 blink182 metallica metallica1 slipknot nirvana1 rockstar rockstar1 creative champion1 elephant dolphin1
  scorpion goldfish redsox123 yankees1 steelers cowboys1 lakers24 eagles123 welcome2020 welcome2021 test1234 test12345 testtest
  testing1 testing123 student1 student123 teacher1 teacher123 school123 learning1 course123 trainer123 user1234 guest1234 demo1234
  temp1234 temppass default1 computer123 security access14 mustang123 freedom1 freedom123 jesus123 jesuschrist blessed1 godisgood
  maverick hardcore bigdaddy marlboro butthead liverpoo danielle redskins mountain shithead metallic dolphins cocacola rush2112 godzilla
  williams lifehack platinum garfield bullshit airborne explorer christin dickhead brooklyn redwings michigan guinness einstein alexande
  lasvegas kimberly carolina colorado bollocks darkness poohbear lacrosse paradise maryjane spitfire anderson cherokee drowssap marshall
  caroline franklin snickers courtney westside semperfi freeuser babygirl champion wildcats wolverin remember freepass pearljam mistress
  peekaboo budlight electric stargate brittany swimming scotland swordfis virginia passport rolltide bulldogs chevelle mitchell spiderma
  patriots cardinal kawasaki ncc1701d airplane scarface elizabet wolfpack lawrence american stingray simpsons srinivas panthers pussycat
  loverboy tarheels wolfgang pakistan infinity hercules billybob pavilion darkside zeppelin darkstar wrangler bobafett business sterling
  babydoll cheyenne longhorn presario devildog bluebird enterpri blizzard harrison thailand cadillac hellfire lonewolf fireball precious
  engineer basketba valentin wetpussy morpheus hotstuff fuck_inside goldberg wrinkle1 consumer serenity bigboobs chocolat christia
  birthday stephani 98765432 highland seminole airforce hamilton buckeyes deftones icecream ncc1701e cavalier aardvark babylon5 savannah
  concrete shamrock atlantis wordpass predator marathon montreal kathleen diamonds stallion letmein2 clitoris sundance renegade hollywoo
  hannibal sweetpea stocking christop campbell geronimo chandler creampie trombone mongoose tottenha butterfl infantry skywalke raistlin
  vanhalen sherlock dietcoke ultimate superfly drpepper lesbians musicman warcraft morrison isabelle thuglife stonecol logitech florence
  1passwor bluemoon stardust charlott waterloo standard alexandr frontier spanking japanese deepthroat bonehead showtime squirrel
  mustangs septembe leonardo makaveli vacation passwor1 columbia napoleon motorola robinson matthew1 penguins 8j4ye3uz californ portland
  overlord stranger socrates national intrepid megadeth bigballs chargers discover megapass fuckface grateful mushroom satan666 penelope
  thompson anything knickers playtime lightnin slapshot titleist werewolf blackcat tacobell kittycat thunder1 thankyou scoobydo coltrane
  lonestar heather1 beefcake personal lowrider punkrock dodgeram dingdong asshole1 crusader syracuse meridian turkey50 keyboard ilovesex
  blackman richmond sandiego cooldude mariners caliente fletcher porsche9 springer goodtime freckles nebraska webmaster blueeyes
  director monopoly peterpan blackjac southern fuckyou1 sentinel richard1 1234abcd guardian candyman mandingo munchkin billyboy scarlett
  rootbeer assassin frederic giovanni achilles warriors plymouth cameltoe sithlord backdoor chevrole lorraine cosworth eternity verbatim
  deadhead pineappl rosemary porkchop blackdog valhalla portugal sebastia hurrican 1x2zkg8w atlantic hyperion skittles hastings gangbang
  sailboat immortal maryland columbus beautiful swordfish ncc1701a threesom pinkfloy formula1 scooter1 lancelot angelica rockhard
  starship starbuck catherin kentucky sapphire raiders1 excalibu imperial phillips golfball front242 macdaddy dannyboy martinez aquarius
  eatpussy beatrice research doughboy lollipop qazwsxed wildfire crazybab brothers rightnow greatone gateway1 jackson1 snuggles phoenix1
  technics gesperrt brucelee theodore richards punisher username bunghole lifetime masterbate diamond1 davidson starfish penetration
  caligula railroad military christine swinging labrador meatball saturday defender piercing microsof mechanic robotech universe
  newpass6 hellyeah spectrum oklahoma wolverine sniffing keystone handsome somethin melissa1 marcius2 godsmack rangers1 deeznuts
  kingston yosemite tommyboy masterbating marianne happyday manchest unbelievable aberdeen nathalie intercourse supersta bcfields
  hardrock children commando squerting jeanette meathead gandalf1 magnolia kenworth redalert homemade webmaste insertion temptress
  celebrity ragnarok trinidad kingfish blackhaw thursday meatloaf interacial streaming pertinant pool6123 gordon24 fantasies touching
  homepage ejaculation whocares jamesbon amsterda luckydog businessbabe experience software thirteen rasputin greenbay pa55word
  contortionist sneakers sonyfuck roadkill cheerleaers brighton housewifes emmanuel bigmoney seductive sexygirl gangbanged hotpussy
  implants intruder barcelon chainsaw chickens downtown magicman clevelan designer budweise experienced passwords jeremiah alliance
  halflife saratoga positive transexual starfire pictuers tiberius flounder majestic trailers whitesox angelina goodluck charlton
  fingerig gallaries lockerroom treasure absolutely homepage- testerer
  `
    .trim()
    .split(/\s+/),
)

/** Common ones, also followed by digits or punctuation, and repetitions: `xxxxxxxx`, `21122112`, `lovelove`. */
export function isCommonPassword(password: string): boolean {
  const written = password.toLowerCase()
  return (
    commonPasswords.has(written) ||
    commonPasswords.has(written.replace(/[\d!?.*#$@_-]{1,6}$/, '')) ||
    new Set(written).size < 4 ||
    /^(.{2,6})\1+$/.test(written)
  )
}

/** Why this password is not allowed; undefined if it is. */
export function validatePassword(password: string, email: string): string | undefined {
  if (password.toLowerCase() === email.toLowerCase()) return 'Choose something other than your email address'
  return isCommonPassword(password) ? 'Too common. Choose another password.' : undefined
}
