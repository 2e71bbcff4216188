-- The city of each name that the contract no longer takes: stored before it asked for Area/City names and UTC.
WITH z (former, zone) AS (VALUES
    ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'), ('ART', 'Africa/Cairo'),
    ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'), ('Brazil/Acre', 'America/Rio_Branco'),
    ('Brazil/DeNoronha', 'America/Noronha'), ('Brazil/East', 'America/Sao_Paulo'), ('Brazil/West', 'America/Manaus'),
    ('CAT', 'Africa/Maputo'), ('CET', 'Europe/Brussels'), ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'),
    ('CST6CDT', 'America/Chicago'), ('CTT', 'Asia/Shanghai'), ('Canada/Atlantic', 'America/Halifax'),
    ('Canada/Central', 'America/Winnipeg'), ('Canada/Eastern', 'America/Toronto'), ('Canada/Mountain', 'America/Edmonton'),
    ('Canada/Newfoundland', 'America/St_Johns'), ('Canada/Pacific', 'America/Vancouver'), ('Canada/Saskatchewan', 'America/Regina'),
    ('Canada/Yukon', 'America/Whitehorse'), ('Chile/Continental', 'America/Santiago'), ('Chile/EasterIsland', 'Pacific/Easter'),
    ('Cuba', 'America/Havana'), ('EAT', 'Africa/Nairobi'), ('ECT', 'Europe/Paris'), ('EET', 'Europe/Athens'), ('EST', 'America/Panama'),
    ('EST5EDT', 'America/New_York'), ('Egypt', 'Africa/Cairo'), ('Eire', 'Europe/Dublin'), ('Etc/GMT', 'UTC'), ('Etc/GMT+0', 'UTC'),
    ('Etc/GMT-0', 'UTC'), ('Etc/GMT0', 'UTC'), ('Etc/Greenwich', 'UTC'), ('Etc/UCT', 'UTC'), ('Etc/UTC', 'UTC'), ('Etc/Universal', 'UTC'),
    ('Etc/Zulu', 'UTC'), ('GB', 'Europe/London'), ('GB-Eire', 'Europe/London'), ('GMT', 'UTC'), ('GMT+0', 'UTC'), ('GMT-0', 'UTC'),
    ('GMT0', 'UTC'), ('Greenwich', 'UTC'), ('HST', 'Pacific/Honolulu'), ('Hongkong', 'Asia/Hong_Kong'),
    ('IET', 'America/Indiana/Indianapolis'), ('IST', 'Asia/Kolkata'), ('Iceland', 'Atlantic/Reykjavik'), ('Iran', 'Asia/Tehran'),
    ('Israel', 'Asia/Jerusalem'), ('JST', 'Asia/Tokyo'), ('Jamaica', 'America/Jamaica'), ('Japan', 'Asia/Tokyo'),
    ('Kwajalein', 'Pacific/Kwajalein'), ('Libya', 'Africa/Tripoli'), ('MET', 'Europe/Brussels'), ('MIT', 'Pacific/Apia'),
    ('MST', 'America/Phoenix'), ('MST7MDT', 'America/Denver'), ('Mexico/BajaNorte', 'America/Tijuana'),
    ('Mexico/BajaSur', 'America/Mazatlan'), ('Mexico/General', 'America/Mexico_City'), ('NET', 'Asia/Yerevan'),
    ('NST', 'Pacific/Auckland'), ('NZ', 'Pacific/Auckland'), ('NZ-CHAT', 'Pacific/Chatham'), ('Navajo', 'America/Denver'),
    ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'), ('PRC', 'Asia/Shanghai'), ('PRT', 'America/Puerto_Rico'),
    ('PST', 'America/Los_Angeles'), ('PST8PDT', 'America/Los_Angeles'), ('Poland', 'Europe/Warsaw'), ('Portugal', 'Europe/Lisbon'),
    ('ROC', 'Asia/Taipei'), ('ROK', 'Asia/Seoul'), ('SST', 'Pacific/Guadalcanal'), ('Singapore', 'Asia/Singapore'),
    ('Turkey', 'Europe/Istanbul'), ('UCT', 'UTC'), ('US/Alaska', 'America/Anchorage'), ('US/Aleutian', 'America/Adak'),
    ('US/Arizona', 'America/Phoenix'), ('US/Central', 'America/Chicago'), ('US/East-Indiana', 'America/Indiana/Indianapolis'),
    ('US/Eastern', 'America/New_York'), ('US/Hawaii', 'Pacific/Honolulu'), ('US/Indiana-Starke', 'America/Indiana/Knox'),
    ('US/Michigan', 'America/Detroit'), ('US/Mountain', 'America/Denver'), ('US/Pacific', 'America/Los_Angeles'),
    ('US/Pacific-New', 'America/Los_Angeles'), ('US/Samoa', 'Pacific/Pago_Pago'), ('Universal', 'UTC'), ('VST', 'Asia/Ho_Chi_Minh'),
    ('W-SU', 'Europe/Moscow'), ('WET', 'Europe/Lisbon'), ('Zulu', 'UTC')
), in_courses AS (
  UPDATE courses c SET time_zone = z.zone FROM z WHERE c.time_zone = z.former
), in_media AS (
  UPDATE media m SET time_zone = z.zone FROM z WHERE m.time_zone = z.former
)
UPDATE users u SET time_zone = z.zone FROM z WHERE u.time_zone = z.former;
