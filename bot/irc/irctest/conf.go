package irctest

const inspircdConf = `<server name="irc.test.example" description="test" id="1AA" network="Test">
<admin name="test" nick="test" email="test@test.example">
<bind address="127.0.0.1" port="{port}" type="clients">
<bind address="127.0.0.1" port="{link}" type="servers">
<path configdir="{dir}" datadir="{dir}" logdir="{dir}" runtimedir="{dir}">
<connect name="main" allow="*" timeout="30" pingfreq="120" softsendq="1048576" hardsendq="1048576" recvq="262144"
 localmax="1000" globalmax="1000" commandrate="1000000" threshold="1000000" fakelag="off" resolvehostnames="no" useident="no" useconnectban="no" useconnflood="no">
<options casemapping="ascii">
<dns server="127.0.0.1" timeout="1">
<module name="spanningtree"><module name="services_account"><module name="cap"><module name="sasl"><module name="ircv3">
<module name="ircv3_accounttag"><module name="ircv3_capnotify"><module name="ircv3_chghost"><module name="ircv3_ctctags"><module name="ircv3_msgid"><module name="ircv3_echomessage">
<module name="svshold"><module name="hidechans"><module name="monitor"><module name="botmode"><module name="allowinvite"><module name="chghost"><module name="chgident">
<module name="blockcolor"><module name="nonotice"><module name="muteban"><module name="callerid"><module name="cgiirc">
<sasl target="{host}" requiressl="no">
<link name="{host}" ipaddr="127.0.0.1" port="{link}" sendpass="linkpass" recvpass="linkpass" allowmask="127.0.0.0/8">
<uline server="{host}" silent="yes">
`

const anopeConf = `uplink { host = "127.0.0.1"; ipv6 = no; ssl = no; port = {link}; password = "linkpass" }
serverinfo { name = "{host}"; description = "Services"; pid = "{dir}/services.pid"; motd = "{dir}/services.motd" }
module { name = "inspircd3"; use_server_side_mlock = no; use_server_side_topiclock = no }
networkinfo { networkname = "Test"; nicklen = 30; userlen = 10; hostlen = 64; chanlen = 64; modelistsize = 100
 vhost_chars = "abcdefghijklmnopqrstuvwxyz.-"; allow_undotted_vhosts = false; disallow_start_or_end = ".-" }
options { casemap = "ascii"; warningtimeout = 4h; timeoutcheck = 1s; retrywait = 1s; updatetimeout = 5m; expiretimeout = 30m
 readtimeout = 5s; hideprivilegedcommands = no; hideregisteredcommands = no; languages = ""; defaultlanguage = "" }
log { target = "services.log"; bot = ""; logage = 1; admin = "*"; users = "*"; other = "*"; rawio = no; debug = no }
mail { usemail = no; sendmailpath = ""; sendfrom = "services@test.example"; registration_subject = "x"; registration_message = "x"
 reset_subject = "x"; reset_message = "x"; emailchange_subject = "x"; emailchange_message = "x"; memo_subject = "x"; memo_message = "x" }
module { name = "db_flatfile"; database = "anope.db"; keepbackups = 0; fork = no }
module { name = "enc_sha256" }
module { name = "m_sasl" }
service { nick = "NickServ"; user = "services"; host = "{host}"; gecos = "NickServ"; modes = "+o" }
service { nick = "ChanServ"; user = "services"; host = "{host}"; gecos = "ChanServ"; modes = "+o" }
module { name = "nickserv"; client = "NickServ"; forceemail = no; confirmemailchanges = no
 defaults = "killprotect kill_quick ns_secure autoop"; regdelay = 0s; expire = 21d; secureadmins = yes; modeonid = yes
 hidenetsplitquit = no; killquick = 1s; kill = 1s; enforceruser = "enforcer"; enforcerhost = "{host}"; releasetimeout = 1m
 guestnickprefix = "Guest"; nonicknameownership = no; passlen = 32 }
module { name = "ns_identify"; maxlogins = 10 }
command { service = "NickServ"; name = "IDENTIFY"; command = "nickserv/identify"; }
module { name = "ns_register"; registration = "none"; unconfirmedexpire = 1d }
command { service = "NickServ"; name = "REGISTER"; command = "nickserv/register"; }
module { name = "ns_recover"; restoreonrecover = yes }
command { service = "NickServ"; name = "RECOVER"; command = "nickserv/recover"; }
module { name = "chanserv"; client = "ChanServ"; defaults = "keeptopic peace cs_secure securefounder signkick"; maxregistered = 20
 expire = 14d; accessmax = 1000; inhabit = 15s; reasonmax = 200; signkickformat = "%m (%n)"; disallow_hostmask_access = false
 disallow_channel_access = false; always_lower_ts = false }
privilege { name = "INVITE"; rank = 120; level = 5; flag = "i"; xop = "AOP" }
privilege { name = "UNBAN"; rank = 200; level = 5; flag = "u"; xop = "AOP" }
privilege { name = "GETKEY"; rank = 180; level = 5; flag = "G"; xop = "AOP" }
privilege { name = "FOUNDER"; rank = 10000; level = 10000; flag = "F" }
privilege { name = "ACCESS_CHANGE"; rank = 0; level = 10; flag = "f"; xop = "SOP" }
privilege { name = "ACCESS_LIST"; rank = 10; level = 3; flag = "f"; xop = "VOP" }
module { name = "cs_access" }
command { service = "ChanServ"; name = "ACCESS"; command = "chanserv/access"; group = "chanserv/access" }
module { name = "cs_register" }
command { service = "ChanServ"; name = "REGISTER"; command = "chanserv/register"; }
module { name = "cs_invite" }
command { service = "ChanServ"; name = "INVITE"; command = "chanserv/invite"; }
module { name = "cs_unban" }
command { service = "ChanServ"; name = "UNBAN"; command = "chanserv/unban"; }
module { name = "cs_getkey" }
command { service = "ChanServ"; name = "GETKEY"; command = "chanserv/getkey"; }
`
