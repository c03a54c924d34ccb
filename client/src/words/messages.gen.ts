// Made from client-*.po by `python -m pasch.i18n.client`; change those.

export interface Params {
  "about.dice": undefined;
  "about.dice_check": undefined;
  "about.dice_commit": undefined;
  "about.fonts": undefined;
  "about.free": undefined;
  "about.name": undefined;
  "about.never": undefined;
  "about.never_account": undefined;
  "about.never_third": undefined;
  "about.never_track": undefined;
  "about.privacy": undefined;
  "about.stored": undefined;
  "about.stored_session": undefined;
  "about.stored_settings": undefined;
  "about.stored_setup": undefined;
  "about.stored_tables": undefined;
  "about.thanks": undefined;
  "about.title": undefined;
  "about.what": undefined;
  "app.name": undefined;
  "app.title": { page: string | number };
  "dialog.cancel": undefined;
  "dialog.close": undefined;
  "failure.offline": undefined;
  "failure.retry": undefined;
  "failure.table": undefined;
  "failure.unknown": undefined;
  "help.a_fair": undefined;
  "help.a_pause": undefined;
  "help.a_pencil": undefined;
  "help.a_phones": undefined;
  "help.a_saldo": undefined;
  "help.a_scratch": undefined;
  "help.all_rules": undefined;
  "help.do_face": undefined;
  "help.do_keep": undefined;
  "help.do_keys": undefined;
  "help.do_log": undefined;
  "help.do_move": undefined;
  "help.do_roll": undefined;
  "help.do_scratch": undefined;
  "help.do_take_back": undefined;
  "help.do_write": undefined;
  "help.key": undefined;
  "help.key_arrows": undefined;
  "help.key_enter": undefined;
  "help.key_shift": undefined;
  "help.key_space": undefined;
  "help.keys": undefined;
  "help.keys_off": undefined;
  "help.keys_on": undefined;
  "help.minute": undefined;
  "help.q_fair": undefined;
  "help.q_pause": undefined;
  "help.q_pencil": undefined;
  "help.q_phones": undefined;
  "help.q_saldo": undefined;
  "help.q_scratch": undefined;
  "help.questions": undefined;
  "help.step_again": undefined;
  "help.step_end": undefined;
  "help.step_keep": undefined;
  "help.step_roll": undefined;
  "help.step_write": undefined;
  "help.title": undefined;
  "help.what": undefined;
  "join.default_name": undefined;
  "join.name": undefined;
  "join.sit_down": undefined;
  "join.title": undefined;
  "loading.table": undefined;
  "loading.text": undefined;
  "missing.start": undefined;
  "missing.text": undefined;
  "missing.title": undefined;
  "nav.about": undefined;
  "nav.dark": undefined;
  "nav.help": undefined;
  "nav.label": undefined;
  "nav.light": undefined;
  "nav.rules": undefined;
  "nav.settings": undefined;
  "nav.skip": undefined;
  "results.aborted": undefined;
  "results.again": undefined;
  "results.all_equal": undefined;
  "results.alone": { name: string | number; points: string | number };
  "results.caption": undefined;
  "results.commitment": undefined;
  "results.continue": undefined;
  "results.dice": undefined;
  "results.dice_open": undefined;
  "results.dice_sealed": undefined;
  "results.end": undefined;
  "results.end_no": undefined;
  "results.end_sure": undefined;
  "results.end_yes": undefined;
  "results.game": { game: string | number };
  "results.hint": undefined;
  "results.leads": { count: number; names: string | number };
  "results.new": undefined;
  "results.next_game": { game: string | number; games: string | number };
  "results.pause": undefined;
  "results.pause_back": undefined;
  "results.pause_saved": undefined;
  "results.place": undefined;
  "results.place_short": { place: string | number };
  "results.player": undefined;
  "results.print": undefined;
  "results.progress": { game: string | number; games: string | number };
  "results.record": undefined;
  "results.running": undefined;
  "results.seed": undefined;
  "results.sheet_caption": { game: string | number; name: string | number };
  "results.sheets_of": { name: string | number };
  "results.show": { game: string | number; name: string | number; points: string | number };
  "results.so_far_alone": { points: string | number };
  "results.title": { variant: string | number };
  "results.to_start": undefined;
  "results.total": undefined;
  "results.watch": undefined;
  "results.wins": { count: number; names: string | number };
  "rules.choose": undefined;
  "rules.games": undefined;
  "rules.intro": undefined;
  "rules.own_page": undefined;
  "rules.pick": undefined;
  "rules.reconstruction": undefined;
  "rules.title": undefined;
  "rules.title_of": { variant: string | number };
  "settings.animation": undefined;
  "settings.animation_hint": undefined;
  "settings.handover": undefined;
  "settings.handover_hint": undefined;
  "settings.keys": undefined;
  "settings.keys_hint": undefined;
  "settings.language": undefined;
  "settings.note": undefined;
  "settings.table": undefined;
  "settings.theme": undefined;
  "settings.theme_auto": undefined;
  "settings.theme_dark": undefined;
  "settings.theme_light": undefined;
  "settings.title": undefined;
  "start.add_bot": undefined;
  "start.add_player": undefined;
  "start.bot_row": undefined;
  "start.default_name": { place: string | number };
  "start.facts": { dice: string | number; turns: string | number };
  "start.facts_most": { dice: string | number; most: string | number; turns: string | number };
  "start.game": undefined;
  "start.games": undefined;
  "start.go": undefined;
  "start.human_hint": undefined;
  "start.human_row": undefined;
  "start.kind_bot": undefined;
  "start.kind_bot_named": { name: string | number };
  "start.kind_human": undefined;
  "start.kind_local": undefined;
  "start.kind_of": { place: string | number };
  "start.lay_table": undefined;
  "start.many_games": { count: number };
  "start.name_of": { place: string | number };
  "start.new": undefined;
  "start.nobody": undefined;
  "start.one_game": undefined;
  "start.players": undefined;
  "start.public": undefined;
  "start.remove": { place: string | number };
  "start.rules": undefined;
  "start.title": undefined;
  "start.told_apart": { names: string | number };
  "start.too_few": { count: number; variant: string | number };
  "start.too_many": { count: number; variant: string | number };
  "table.abort": undefined;
  "table.abort_do": undefined;
  "table.abort_text": undefined;
  "table.abort_title": undefined;
  "table.after": { saldo: string | number; total: string | number; upper: string | number };
  "table.back": undefined;
  "table.bonus_open": undefined;
  "table.cancel": undefined;
  "table.category_in_column": { category: string | number; column: string | number };
  "table.cell_open": undefined;
  "table.cell_scratch": { category: string | number };
  "table.cell_write": { category: string | number; count: number };
  "table.column": { column: string | number };
  "table.column_times": { column: string | number; factor: string | number };
  "table.dice": undefined;
  "table.die": { face: string | number; place: string | number };
  "table.die_empty": { place: string | number };
  "table.die_kept": { face: string | number; place: string | number };
  "table.die_locked": { face: string | number; place: string | number };
  "table.die_now_free": { face: string | number; place: string | number };
  "table.die_now_kept": { face: string | number; place: string | number };
  "table.end.aborted": undefined;
  "table.end.aborted_text": undefined;
  "table.end.all_games": undefined;
  "table.end.alone": { count: number };
  "table.end.game": { game: string | number };
  "table.end.match": undefined;
  "table.end.next": undefined;
  "table.end.only_game": undefined;
  "table.end.place": undefined;
  "table.end.player": undefined;
  "table.end.points": undefined;
  "table.end.this_game": undefined;
  "table.end.won": { name: string | number };
  "table.end.won_together": { names: string | number };
  "table.extra_short": { points: string | number };
  "table.game_of": { game: string | number; games: string | number };
  "table.handover.go": undefined;
  "table.handover.pass": undefined;
  "table.handover.to": { name: string | number };
  "table.handover.totals": undefined;
  "table.hint.choose": undefined;
  "table.hint.kept_all": undefined;
  "table.hint.kept_some": undefined;
  "table.hint.must_scratch": undefined;
  "table.hint.must_write": undefined;
  "table.home": undefined;
  "table.key.arrows": undefined;
  "table.key.arrows_does": undefined;
  "table.key.back": undefined;
  "table.key.back_does": undefined;
  "table.key.enter": undefined;
  "table.key.enter_does": undefined;
  "table.key.face": { dice: string | number };
  "table.key.face_does": undefined;
  "table.key.keep": { dice: string | number };
  "table.key.keep_does": undefined;
  "table.key.keys_does": undefined;
  "table.key.log_does": undefined;
  "table.key.roll": undefined;
  "table.key.roll_does": undefined;
  "table.key.scratch_does": undefined;
  "table.key_short": { key: string | number };
  "table.keys": undefined;
  "table.keys_switch": undefined;
  "table.last_entry": undefined;
  "table.log": undefined;
  "table.log_empty": undefined;
  "table.lost": undefined;
  "table.menu": undefined;
  "table.no_roll_yet": { total: string | number };
  "table.over": undefined;
  "table.pause": undefined;
  "table.pause_back": undefined;
  "table.pause_saved": undefined;
  "table.place": { place: string | number };
  "table.play_on": undefined;
  "table.results": undefined;
  "table.roll": { left: string | number };
  "table.roll_count": { total: string | number; used: string | number };
  "table.roll_first": { left: string | number };
  "table.roll_none": undefined;
  "table.roll_other": { name: string | number };
  "table.roll_over": undefined;
  "table.round_of": { round: string | number; rounds: string | number };
  "table.rules": undefined;
  "table.saldo.ahead": undefined;
  "table.saldo.behind": undefined;
  "table.saldo.even": undefined;
  "table.scratch.do": undefined;
  "table.scratch.extra": { count: number };
  "table.scratch.instead": { count: number };
  "table.scratch.menu": undefined;
  "table.scratch.text": undefined;
  "table.scratch.title": { category: string | number };
  "table.scratch.which": undefined;
  "table.scratch.which_text": undefined;
  "table.scratch.would": { count: number };
  "table.settings": undefined;
  "table.sheet": undefined;
  "table.sheet_lower": { caption: string | number };
  "table.sheet_of": { name: string | number };
  "table.sheet_upper": { caption: string | number };
  "table.strike_word": undefined;
  "table.struck": undefined;
  "table.sum.bonus": undefined;
  "table.sum.bonus_from": { threshold: string | number };
  "table.sum.extra": undefined;
  "table.sum.lower": undefined;
  "table.sum.saldo": undefined;
  "table.sum.total": undefined;
  "table.sum.upper": undefined;
  "table.sum_hint.bonus": { points: string | number; threshold: string | number };
  "table.sum_hint.extra_game": undefined;
  "table.sum_hint.extra_match": undefined;
  "table.sum_hint.saldo": undefined;
  "table.take_back": undefined;
  "table.take_back_long": undefined;
  "table.title": { variant: string | number; who: string | number };
  "table.to_move": undefined;
  "table.to_start": undefined;
  "table.turn_of": { name: string | number };
  "table.turn_solo": undefined;
  "table.whose_sheet": undefined;
  "table.why.all_kept": undefined;
  "table.why.no_answer": undefined;
  "table.why.no_rolls": undefined;
  "table.why.no_scratch": undefined;
  "table.why.no_take_back": undefined;
  "table.why.not_yours": undefined;
  "tables.continue": undefined;
  "tables.game_round": { game: string | number; games: string | number; round: string | number; rounds: string | number };
  "tables.join": undefined;
  "tables.mine": undefined;
  "tables.none_mine": undefined;
  "tables.none_open": undefined;
  "tables.open": undefined;
  "tables.round": { round: string | number; rounds: string | number };
  "tables.waiting": { count: number };
  "tables.waiting_mine": undefined;
  "wait.absent": undefined;
  "wait.bot": undefined;
  "wait.clear": undefined;
  "wait.clear_sure": undefined;
  "wait.complete": undefined;
  "wait.copied": undefined;
  "wait.copied_short": undefined;
  "wait.copy": undefined;
  "wait.expected": undefined;
  "wait.free": undefined;
  "wait.here": undefined;
  "wait.how": undefined;
  "wait.invite": undefined;
  "wait.leave": undefined;
  "wait.leave_sure": undefined;
  "wait.missing": { count: number };
  "wait.only_here": undefined;
  "wait.opener_starts": undefined;
  "wait.present": undefined;
  "wait.qr": { address: string | number };
  "wait.seats": { variant: string | number };
  "wait.start": undefined;
  "wait.stay": undefined;
  "wait.title": undefined;
}

type Forms = Record<string, string>;

export const CATALOGUES: Record<"de" | "en", Record<keyof Params, string | Forms>> = {
  de: {
    "about.dice": "Ehrliche Würfel",
    "about.dice_check": "Am Ende der Partie wird der Schlüssel gezeigt, und jeder kann alle Würfe nachrechnen.",
    "about.dice_commit": "Vor dem ersten Wurf veröffentlicht der Server die Prüfsumme eines geheimen Schlüssels, aus dem alle Würfe folgen. Danach kann er keinen Wurf mehr ändern, auch nicht zu deinen Gunsten.",
    "about.fonts": "Die Schriften sind Literata (TypeTogether) und Kalam (Indian Type Foundry), beide unter der SIL Open Font License.",
    "about.free": "Das Programm ist frei (MIT-Lizenz) und läuft ganz auf eurem eigenen Rechner.",
    "about.name": "Ein Pasch sind gleiche Würfel. „Kniffel“ und „Yahtzee“ sind Marken ihrer Inhaber; hier benennen sie nur die Regeln, nach denen gespielt wird.",
    "about.never": "Was nie geschieht",
    "about.never_account": "Du brauchst kein Konto, keine E-Mail-Adresse und kein Passwort.",
    "about.never_third": "Keine Anfrage geht an Dritte: Schriften, Bilder und Programm kommen von diesem Server.",
    "about.never_track": "Niemand misst, zählt oder verfolgt dich, und es gibt keine Werbung.",
    "about.privacy": "Datenschutz",
    "about.stored": "Was gespeichert wird",
    "about.stored_session": "Ein Cookie namens pasch_session, damit der Server weiß, welche Plätze dir gehören. Sonst steht nichts darin.",
    "about.stored_settings": "In diesem Browser: Sprache, Aussehen und deine anderen Einstellungen.",
    "about.stored_setup": "In diesem Browser: die zuletzt eingegebenen Namen, damit ihr sie nicht jedes Mal tippen müsst.",
    "about.stored_tables": "Auf dem Server: eure Tische mit den Namen, die ihr eingegeben habt, und allen Würfen und Einträgen.",
    "about.thanks": "Dank",
    "about.title": "Über Pasch und Datenschutz",
    "about.what": "Pasch ist ein offenes Zuhause für die Kniffel-Familie: allein, zu mehreren an einem Bildschirm, gegen den Computer oder jeder am eigenen Gerät.",
    "app.name": "Pasch",
    "app.title": "{page} · Pasch",
    "dialog.cancel": "Abbrechen",
    "dialog.close": "Schließen",
    "failure.offline": "Der Server ist gerade nicht zu erreichen. Ist das Gerät im Netz, und läuft Pasch noch?",
    "failure.retry": "Nochmal versuchen",
    "failure.table": "Dieser Tisch ist nicht zu sehen",
    "failure.unknown": "Da ist etwas schiefgegangen.",
    "help.a_fair": "Er legt sich vor dem ersten Wurf auf alle Würfe fest und beweist das am Ende. Du findest den Beweis bei den Ergebnissen.",
    "help.a_pause": "Schließ einfach die Seite. Jeder Wurf ist gespeichert, auf der Startseite geht es unter „Deine Tische“ weiter.",
    "help.a_pencil": "Bleistift ist ein Vorschlag, Tinte ist geschrieben. Solange du nicht klickst, gilt nichts.",
    "help.a_phones": "Ja: Stell einen Platz auf „am eigenen Gerät“. Im Heimnetz muss Pasch dafür mit --lan gestartet sein.",
    "help.a_saldo": "Er zeigt, wie du auf dem Weg zum Bonus stehst: oben deine Punkte minus drei von jeder Zahl, über die Felder, die schon entschieden sind. Bei null oder mehr am Ende hast du den Bonus.",
    "help.a_scratch": "Sitzen alle an einem Gerät, kannst du den letzten Eintrag zurücknehmen, bis wieder gewürfelt wird. Gewürfeltes bleibt gewürfelt.",
    "help.all_rules": "Die Regeln aller Spiele",
    "help.do_face": "Alle Würfel mit dieser Augenzahl behalten oder freigeben",
    "help.do_keep": "Den Würfel an dieser Stelle behalten oder freigeben",
    "help.do_keys": "Alle Tasten zeigen",
    "help.do_log": "Zum Spielprotokoll",
    "help.do_move": "Durch die freien Felder gehen",
    "help.do_roll": "Würfeln",
    "help.do_scratch": "Das Feld streichen (fragt nach)",
    "help.do_take_back": "Den letzten Eintrag zurücknehmen",
    "help.do_write": "Eintragen",
    "help.key": "Taste",
    "help.key_arrows": "Pfeile",
    "help.key_enter": "Eingabe",
    "help.key_shift": "Umschalt + 1 – 6",
    "help.key_space": "Leertaste",
    "help.keys": "Tasten",
    "help.keys_off": "Die einzelnen Tasten sind in den Einstellungen ausgeschaltet; Tabulator, Eingabe und Leertaste gehen immer.",
    "help.keys_on": "Am Tisch geht alles auch ohne Maus.",
    "help.minute": "Spielen in einer Minute",
    "help.q_fair": "Würfelt der Computer ehrlich?",
    "help.q_pause": "Wir müssen aufhören. Was ist mit dem Spiel?",
    "help.q_pencil": "Was bedeuten Bleistift und Tinte?",
    "help.q_phones": "Kann jeder am eigenen Telefon spielen?",
    "help.q_saldo": "Was ist der Saldo?",
    "help.q_scratch": "Ich habe mich vertippt. Und jetzt?",
    "help.questions": "Fragen",
    "help.step_again": "Würfle die anderen noch bis zu zweimal. Auf dem Knopf steht, wie oft du noch darfst.",
    "help.step_end": "Passt nichts, streichst du ein Feld. Sind alle Felder voll, wird gezählt.",
    "help.step_keep": "Klick die Würfel an, die liegen bleiben sollen. Sie bekommen eine kleine Nadel.",
    "help.step_roll": "Würfle. Alle Würfel fliegen auf einmal.",
    "help.step_write": "Trag das Ergebnis ein: Mit Bleistift steht in jedem freien Feld, was der Wurf dort brächte. Ein Klick schreibt es mit Tinte.",
    "help.title": "Hilfe",
    "help.what": "Was sie tut",
    "join.default_name": "Gast",
    "join.name": "Wie heißt du?",
    "join.sit_down": "Platz nehmen",
    "join.title": "Mitspielen",
    "loading.table": "Der Tisch wird gedeckt",
    "loading.text": "Einen Augenblick …",
    "missing.start": "Zur Startseite",
    "missing.text": "Diese Seite gibt es nicht. Vielleicht fehlt am Link ein Stück, oder der Tisch ist längst abgeräumt.",
    "missing.title": "Hier liegt nichts",
    "nav.about": "Über Pasch und Datenschutz",
    "nav.dark": "Dunkel",
    "nav.help": "Hilfe",
    "nav.label": "Einstellungen und Hilfe",
    "nav.light": "Hell",
    "nav.rules": "Regeln",
    "nav.settings": "Einstellungen",
    "nav.skip": "Zum Inhalt springen",
    "results.aborted": "Diese Partie wurde vorzeitig beendet.",
    "results.again": "Noch einmal",
    "results.all_equal": "Unentschieden: alle haben gleich viele Punkte.",
    "results.alone": "{name}: {points} Punkte.",
    "results.caption": "Alle Spiele dieser Partie, der beste Platz zuerst",
    "results.commitment": "Prüfsumme (SHA-256)",
    "results.continue": "Zurück an den Tisch",
    "results.dice": "Waren die Würfel ehrlich?",
    "results.dice_open": "Prüfsumme und Schlüssel gehören zusammen. Mit beiden lässt sich jeder Wurf im Protokoll nachrechnen.",
    "results.dice_sealed": "Vor dem ersten Wurf hat der Server sich auf alle Würfe festgelegt und diese Prüfsumme veröffentlicht. Den Schlüssel dazu zeigt er am Ende der Partie.",
    "results.end": "Partie beenden",
    "results.end_no": "Weiterspielen",
    "results.end_sure": "Danach kann niemand mehr weiterspielen. Die Punkte bis hierher bleiben stehen.",
    "results.end_yes": "Für alle beenden",
    "results.game": "Spiel {game}",
    "results.hint": "Ein Klick auf ein Ergebnis zeigt den ganzen Zettel.",
    "results.leads": { one: "{names} liegt vorn.", other: "{names} liegen gleichauf vorn." },
    "results.new": "Neues Spiel",
    "results.next_game": "Spiel {game} von {games} beginnen",
    "results.pause": "Pause machen",
    "results.pause_back": "Zurück kommst du über „Deine Tische“ auf der Startseite oder über die Adresse dieser Seite.",
    "results.pause_saved": "Du musst nichts tun: Jeder Wurf und jeder Eintrag ist schon gespeichert.",
    "results.place": "Platz",
    "results.place_short": "{place}.",
    "results.player": "Name",
    "results.print": "Drucken",
    "results.progress": "Spiel {game} von {games}",
    "results.record": "Protokoll der Partie herunterladen",
    "results.running": "läuft noch",
    "results.seed": "Schlüssel",
    "results.sheet_caption": "Zettel von {name}, Spiel {game}",
    "results.sheets_of": "Die Zettel von {name}",
    "results.show": "{name}, Spiel {game}: {points} Punkte. Zettel zeigen",
    "results.so_far_alone": "Bisher {points} Punkte.",
    "results.title": "{variant}: Ergebnisse",
    "results.to_start": "Zur Startseite",
    "results.total": "Gesamt",
    "results.watch": "Zum Tisch",
    "results.wins": { one: "{names} gewinnt.", other: "{names} teilen sich den ersten Platz." },
    "rules.choose": "Spiel wählen",
    "rules.games": "Spiele",
    "rules.intro": "Alle Spiele hier haben denselben Kern: Du würfelst bis zu dreimal, behältst, was dir gefällt, und trägst das Ergebnis in ein freies Feld ein. Wer am Ende die meisten Punkte hat, gewinnt.",
    "rules.own_page": "Auf einer eigenen Seite lesen",
    "rules.pick": "Was die einzelnen Spiele unterscheidet, steht auf ihren Seiten.",
    "rules.reconstruction": "Für dieses Spiel gibt es keine gedruckte Anleitung mehr; die Regeln sind nach Berichten wiederhergestellt.",
    "rules.title": "Regeln",
    "rules.title_of": "Regeln: {variant}",
    "settings.animation": "Würfel rollen sehen",
    "settings.animation_hint": "Wenn dein Gerät weniger Bewegung wünscht, bleiben sie ohnehin ruhig.",
    "settings.handover": "Weitergeben ansagen",
    "settings.handover_hint": "Zwischen zwei Leuten am selben Gerät zeigt eine Seite, wer als Nächstes dran ist.",
    "settings.keys": "Tasten ohne Strg oder Alt",
    "settings.keys_hint": "R würfelt, 1 bis 6 behalten Würfel. Schalte sie aus, wenn du mit der Stimme oder einem Schalter steuerst.",
    "settings.language": "Sprache",
    "settings.note": "Das merkt sich nur dieser Browser.",
    "settings.table": "Am Tisch",
    "settings.theme": "Aussehen",
    "settings.theme_auto": "Wie das Gerät",
    "settings.theme_dark": "Dunkel",
    "settings.theme_light": "Hell",
    "settings.title": "Einstellungen",
    "start.add_bot": "Computer",
    "start.add_player": "Mitspieler",
    "start.bot_row": "Der Computer spielt mit",
    "start.default_name": "Spieler {place}",
    "start.facts": "{dice} Würfel, {turns} Runden",
    "start.facts_most": "{dice} Würfel, {turns} Runden, höchstens {most} Punkte",
    "start.game": "Was spielt ihr?",
    "start.games": "Wie viele Spiele?",
    "start.go": "Los",
    "start.human_hint": "Wer am eigenen Gerät spielt, kommt über einen Link oder QR-Code dazu. Den siehst du gleich.",
    "start.human_row": "Nennt den Namen selbst",
    "start.kind_bot": "Computer",
    "start.kind_bot_named": "Computer: {name}",
    "start.kind_human": "am eigenen Gerät",
    "start.kind_local": "an diesem Gerät",
    "start.kind_of": "Wer sitzt auf Platz {place}?",
    "start.lay_table": "Tisch decken",
    "start.many_games": { one: "eine Partie aus {count} Spiel", other: "eine Partie aus {count} Spielen" },
    "start.name_of": "Name für Platz {place}",
    "start.new": "Neues Spiel",
    "start.nobody": "Mindestens ein Mensch sollte mitspielen.",
    "start.one_game": "ein einzelnes Spiel",
    "start.players": "Wer spielt mit?",
    "start.public": "In der Liste offener Tische zeigen",
    "start.remove": "Platz {place} entfernen",
    "start.rules": "Regeln",
    "start.title": "Komm an den Tisch",
    "start.told_apart": "Gleiche Namen bekommen eine Nummer: {names}.",
    "start.too_few": { one: "{variant} braucht mindestens einen Platz.", other: "{variant} braucht mindestens {count} Plätze." },
    "start.too_many": { one: "{variant} ist für höchstens einen Platz.", other: "{variant} ist für höchstens {count} Plätze." },
    "table.abort": "Partie beenden …",
    "table.abort_do": "Für alle beenden",
    "table.abort_text": "Die Partie endet dann für alle und kann nicht fortgesetzt werden. Zum Unterbrechen genügt eine Pause.",
    "table.abort_title": "Partie wirklich beenden?",
    "table.after": "Danach: oben {upper}, Saldo {saldo}, gesamt {total}.",
    "table.back": "Die Verbindung ist wieder da.",
    "table.bonus_open": "noch nicht erreicht",
    "table.cancel": "Abbrechen",
    "table.category_in_column": "{category}, Spalte {column}",
    "table.cell_open": "frei",
    "table.cell_scratch": "{category} streichen",
    "table.cell_write": { one: "{category}: {count} Punkt eintragen", other: "{category}: {count} Punkte eintragen" },
    "table.column": "Spalte {column}",
    "table.column_times": "Spalte {column}, mal {factor}",
    "table.dice": "Würfel",
    "table.die": "Würfel {place}: {face}",
    "table.die_empty": "Würfel {place}: noch nicht geworfen",
    "table.die_kept": "Würfel {place}: {face}, behalten",
    "table.die_locked": "Würfel {place}: {face}, bleibt liegen",
    "table.die_now_free": "Würfel {place} wird geworfen: {face}.",
    "table.die_now_kept": "Würfel {place} bleibt: {face}.",
    "table.end.aborted": "Die Partie wurde beendet",
    "table.end.aborted_text": "Jemand hat die Partie vorzeitig beendet. Was auf dem Zettel steht, bleibt lesbar.",
    "table.end.all_games": "Partie",
    "table.end.alone": { one: "Du hast {count} Punkt erreicht.", other: "Du hast {count} Punkte erreicht." },
    "table.end.game": "Spiel {game} ist zu Ende",
    "table.end.match": "Die Partie ist zu Ende",
    "table.end.next": "Nächstes Spiel",
    "table.end.only_game": "Das Spiel ist zu Ende",
    "table.end.place": "Platz",
    "table.end.player": "Name",
    "table.end.points": "Punkte",
    "table.end.this_game": "Dieses Spiel",
    "table.end.won": "{name} gewinnt.",
    "table.end.won_together": "{names} teilen sich den ersten Platz.",
    "table.extra_short": "+{points}",
    "table.game_of": "Spiel {game} von {games}",
    "table.handover.go": "Weiter",
    "table.handover.pass": "Bitte weitergeben",
    "table.handover.to": "{name} ist dran",
    "table.handover.totals": "Zwischenstand",
    "table.hint.choose": "Tippe Würfel an, die bleiben, oder trage ein.",
    "table.hint.kept_all": "Alle Würfel bleiben: trage ein, oder gib welche frei.",
    "table.hint.kept_some": "Würfle mit den anderen weiter, oder trage ein.",
    "table.hint.must_scratch": "Nichts passt mehr: streiche ein Feld.",
    "table.hint.must_write": "Kein Wurf mehr: trage ein, was am besten passt.",
    "table.home": "Zur Startseite",
    "table.key.arrows": "Pfeile, Pos1, Ende",
    "table.key.arrows_does": "durch die freien Felder gehen",
    "table.key.back": "U oder Rücktaste",
    "table.key.back_does": "den letzten Eintrag zurücknehmen",
    "table.key.enter": "Eingabe",
    "table.key.enter_does": "in das Feld eintragen",
    "table.key.face": "Umschalt + 1 bis {dice}",
    "table.key.face_does": "alle Würfel mit derselben Zahl",
    "table.key.keep": "1 bis {dice}",
    "table.key.keep_does": "den Würfel an dieser Stelle behalten oder freigeben",
    "table.key.keys_does": "diese Übersicht",
    "table.key.log_does": "Protokoll zeigen oder schließen",
    "table.key.roll": "R oder Leertaste",
    "table.key.roll_does": "würfeln",
    "table.key.scratch_does": "das Feld streichen",
    "table.key_short": "Tisch {key}",
    "table.keys": "Tasten",
    "table.keys_switch": "Einzelne Tasten gelten",
    "table.last_entry": ", zuletzt eingetragen",
    "table.log": "Protokoll",
    "table.log_empty": "Noch ist nichts geschehen.",
    "table.lost": "Keine Verbindung. Es ist alles gespeichert; wir versuchen es weiter.",
    "table.menu": "Menü",
    "table.no_roll_yet": "Noch nicht gewürfelt, {total} Würfe",
    "table.over": "Das Spiel ist zu Ende",
    "table.pause": "Pause machen",
    "table.pause_back": "Auf der Startseite steht der Tisch unter „Weiterspielen“, auf diesem Gerät und in diesem Browser.",
    "table.pause_saved": "Alles ist schon gespeichert. Du kannst die Seite einfach schließen.",
    "table.place": "{place}.",
    "table.play_on": "Weiterspielen",
    "table.results": "Ergebnisse",
    "table.roll": "Weiter würfeln (noch {left})",
    "table.roll_count": "Wurf {used} von {total}",
    "table.roll_first": "Würfeln (noch {left})",
    "table.roll_none": "Kein Wurf mehr",
    "table.roll_other": "{name} würfelt",
    "table.roll_over": "Spielende",
    "table.round_of": "Runde {round} von {rounds}",
    "table.rules": "Regeln",
    "table.saldo.ahead": "im Plus",
    "table.saldo.behind": "im Minus",
    "table.saldo.even": "genau",
    "table.scratch.do": "Streichen",
    "table.scratch.extra": { one: "Dafür gibt es {count} Zusatzpunkt.", other: "Dafür gibt es {count} Zusatzpunkte." },
    "table.scratch.instead": { one: "Der Wurf brächte hier {count} Punkt. Gestrichen zählt das Feld 0.", other: "Der Wurf brächte hier {count} Punkte. Gestrichen zählt das Feld 0." },
    "table.scratch.menu": "Feld streichen …",
    "table.scratch.text": "Der Wurf bringt hier nichts. Das Feld zählt dann 0 Punkte.",
    "table.scratch.title": "{category} streichen?",
    "table.scratch.which": "Welches Feld streichen?",
    "table.scratch.which_text": "Ein gestrichenes Feld zählt 0 Punkte und ist verbraucht.",
    "table.scratch.would": { one: "{count} Punkt möglich", other: "{count} Punkte möglich" },
    "table.settings": "Einstellungen",
    "table.sheet": "Spielzettel",
    "table.sheet_lower": "{caption}: unterer Teil",
    "table.sheet_of": "Spielzettel von {name}",
    "table.sheet_upper": "{caption}: oberer Teil",
    "table.strike_word": "streichen",
    "table.struck": "gestrichen",
    "table.sum.bonus": "Bonus",
    "table.sum.bonus_from": "Bonus ab {threshold}",
    "table.sum.extra": "Zusatzpunkte",
    "table.sum.lower": "Summe unten",
    "table.sum.saldo": "Saldo",
    "table.sum.total": "Gesamt",
    "table.sum.upper": "Summe oben",
    "table.sum_hint.bonus": "{points} Punkte ab {threshold} im oberen Teil",
    "table.sum_hint.extra_game": "Zählt in diesem Spiel",
    "table.sum_hint.extra_match": "Zählt erst in der Partie",
    "table.sum_hint.saldo": "Wie weit du über oder unter drei Gleichen je Zahl liegst",
    "table.take_back": "Zurücknehmen",
    "table.take_back_long": "Letzten Eintrag zurücknehmen",
    "table.title": "{who} · {variant} · Pasch",
    "table.to_move": "(ist dran)",
    "table.to_start": "Zur Startseite",
    "table.turn_of": "{name} ist dran",
    "table.turn_solo": "Du bist dran",
    "table.whose_sheet": "Wessen Zettel",
    "table.why.all_kept": "Alle Würfel bleiben liegen. Gib mindestens einen frei, oder trage ein.",
    "table.why.no_answer": "Der Server hat nicht geantwortet. Nichts ist verloren, versuche es noch einmal.",
    "table.why.no_rolls": "Kein Wurf mehr: trage ein Feld ein oder streiche eines.",
    "table.why.no_scratch": "Gestrichen werden kann erst nach einem Wurf.",
    "table.why.no_take_back": "Jetzt lässt sich nichts zurücknehmen.",
    "table.why.not_yours": "Du bist gerade nicht dran.",
    "tables.continue": "Weiterspielen",
    "tables.game_round": "Spiel {game} von {games}, Runde {round} von {rounds}",
    "tables.join": "Mitspielen",
    "tables.mine": "Deine Tische",
    "tables.none_mine": "Noch kein angefangenes Spiel. Jedes wird von allein gespeichert und wartet dann hier auf dich.",
    "tables.none_open": "Gerade wartet niemand auf Mitspieler.",
    "tables.open": "Offene Tische",
    "tables.round": "Runde {round} von {rounds}",
    "tables.waiting": { one: "wartet, {count} Platz frei", other: "wartet, {count} Plätze frei" },
    "tables.waiting_mine": "wartet auf Mitspieler",
    "wait.absent": "kurz weg",
    "wait.bot": "Computer",
    "wait.clear": "Tisch abräumen",
    "wait.clear_sure": "Der Tisch verschwindet für alle, die schon sitzen.",
    "wait.complete": "Alle sind da. Es kann losgehen.",
    "wait.copied": "Der Link ist kopiert.",
    "wait.copied_short": "Kopiert",
    "wait.copy": "Link kopieren",
    "wait.expected": "wird erwartet",
    "wait.free": "freier Platz",
    "wait.here": "an diesem Gerät",
    "wait.how": "Mit der Kamera scannen oder den Link verschicken. Mehr braucht es nicht.",
    "wait.invite": "Einladen",
    "wait.leave": "Aufstehen",
    "wait.leave_sure": "Dein Platz wird wieder frei.",
    "wait.missing": { one: "Ein Platz ist noch frei.", other: "{count} Plätze sind noch frei." },
    "wait.only_here": "Diese Adresse gilt nur auf diesem Gerät. Damit andere dazukommen können, starte Pasch mit --lan.",
    "wait.opener_starts": "Es geht los, sobald der Gastgeber startet.",
    "wait.present": "ist da",
    "wait.qr": "QR-Code mit der Adresse {address}",
    "wait.seats": "Am Tisch: {variant}",
    "wait.start": "Los",
    "wait.stay": "Bleiben",
    "wait.title": "Der Tisch ist gedeckt",
  },
  en: {
    "about.dice": "Honest dice",
    "about.dice_check": "At the end of the match the key is shown, and anybody can recompute all rolls.",
    "about.dice_commit": "Before the first roll the server publishes the checksum of a secret key from which all rolls follow. After that it cannot change a roll any more, not even in your favour.",
    "about.fonts": "The typefaces are Literata (TypeTogether) and Kalam (Indian Type Foundry), both under the SIL Open Font License.",
    "about.free": "The program is free (MIT licence) and runs entirely on your own computer.",
    "about.name": "A Pasch is a throw of equal dice. “Kniffel” and “Yahtzee” are trademarks of their owners; here they only name the rules that are played.",
    "about.never": "What never happens",
    "about.never_account": "You need no account, no e-mail address and no password.",
    "about.never_third": "No request goes to third parties: fonts, pictures and program come from this server.",
    "about.never_track": "Nobody measures, counts or follows you, and there is no advertising.",
    "about.privacy": "Privacy",
    "about.stored": "What is stored",
    "about.stored_session": "A cookie named pasch_session, so that the server knows which seats are yours. It holds nothing else.",
    "about.stored_settings": "In this browser: language, appearance and your other settings.",
    "about.stored_setup": "In this browser: the names entered last, so that you need not type them every time.",
    "about.stored_tables": "On the server: your tables with the names you entered, and all rolls and entries.",
    "about.thanks": "Thanks",
    "about.title": "About Pasch and privacy",
    "about.what": "Pasch is an open home for the Kniffel family of games: alone, several at one screen, against the computer, or everybody on their own device.",
    "app.name": "Pasch",
    "app.title": "{page} · Pasch",
    "dialog.cancel": "Cancel",
    "dialog.close": "Close",
    "failure.offline": "The server cannot be reached right now. Is this device online, and is Pasch still running?",
    "failure.retry": "Try again",
    "failure.table": "This table cannot be shown",
    "failure.unknown": "Something went wrong.",
    "help.a_fair": "It commits itself to all rolls before the first one and proves it at the end. You find the proof with the results.",
    "help.a_pause": "Just close the page. Every roll is saved; on the start page the game goes on under “Your tables”.",
    "help.a_pencil": "Pencil is a proposal, ink is written. Nothing counts until you click.",
    "help.a_phones": "Yes: set a seat to “on their own device”. In a home network Pasch has to be started with --lan for this.",
    "help.a_saldo": "It shows how you stand on the way to the bonus: your upper points minus three of each number, over the cells already decided. At zero or more in the end you have the bonus.",
    "help.a_scratch": "If everybody sits at one device, the last entry can be taken back until the next roll. What is rolled stays rolled.",
    "help.all_rules": "The rules of all games",
    "help.do_face": "Keep or release all dice of this face",
    "help.do_keep": "Keep or release the die in this place",
    "help.do_keys": "Show all keys",
    "help.do_log": "To the log of the game",
    "help.do_move": "Move through the free cells",
    "help.do_roll": "Roll",
    "help.do_scratch": "Scratch the cell (asks first)",
    "help.do_take_back": "Take back the last entry",
    "help.do_write": "Write",
    "help.key": "Key",
    "help.key_arrows": "Arrows",
    "help.key_enter": "Enter",
    "help.key_shift": "Shift + 1 – 6",
    "help.key_space": "Space",
    "help.keys": "Keys",
    "help.keys_off": "Single keys are switched off in the settings; Tab, Enter and Space always work.",
    "help.keys_on": "At the table everything works without a mouse, too.",
    "help.minute": "How to play in a minute",
    "help.q_fair": "Does the computer roll honestly?",
    "help.q_pause": "We have to stop. What about the game?",
    "help.q_pencil": "What do pencil and ink mean?",
    "help.q_phones": "Can everybody play on their own phone?",
    "help.q_saldo": "What is the balance?",
    "help.q_scratch": "I mis-tapped. What now?",
    "help.questions": "Questions",
    "help.step_again": "Roll the others up to two more times. The button says how many rolls are left.",
    "help.step_end": "If nothing fits, scratch a cell. When all cells are full, the points are counted.",
    "help.step_keep": "Click the dice that should stay. They get a small pin.",
    "help.step_roll": "Roll. All dice fly at once.",
    "help.step_write": "Write the result: in pencil, every free cell shows what the roll would bring. A click writes it in ink.",
    "help.title": "Help",
    "help.what": "What it does",
    "join.default_name": "Guest",
    "join.name": "What is your name?",
    "join.sit_down": "Take a seat",
    "join.title": "Join the game",
    "loading.table": "Laying the table",
    "loading.text": "One moment …",
    "missing.start": "To the start page",
    "missing.text": "There is no such page. Perhaps a piece of the link is missing, or the table was cleared long ago.",
    "missing.title": "Nothing lies here",
    "nav.about": "About Pasch and privacy",
    "nav.dark": "Dark",
    "nav.help": "Help",
    "nav.label": "Settings and help",
    "nav.light": "Light",
    "nav.rules": "Rules",
    "nav.settings": "Settings",
    "nav.skip": "Skip to content",
    "results.aborted": "This match was ended early.",
    "results.again": "Play again",
    "results.all_equal": "A draw: everybody has the same points.",
    "results.alone": "{name}: {points} points.",
    "results.caption": "All games of this match, the best place first",
    "results.commitment": "Checksum (SHA-256)",
    "results.continue": "Back to the table",
    "results.dice": "Were the dice honest?",
    "results.dice_open": "Checksum and key belong together. With both, every roll of the record can be recomputed.",
    "results.dice_sealed": "Before the first roll the server committed itself to all rolls and published this checksum. It shows the key at the end of the match.",
    "results.end": "End the match",
    "results.end_no": "Keep playing",
    "results.end_sure": "Nobody can play on after that. The points so far remain.",
    "results.end_yes": "End it for everybody",
    "results.game": "Game {game}",
    "results.hint": "A click on a result shows the whole sheet.",
    "results.leads": { one: "{names} is ahead.", other: "{names} are level at the top." },
    "results.new": "New game",
    "results.next_game": "Begin game {game} of {games}",
    "results.pause": "Take a break",
    "results.pause_back": "To come back, use “Your tables” on the start page or the address of this page.",
    "results.pause_saved": "There is nothing to do: every roll and every entry is already saved.",
    "results.place": "Place",
    "results.place_short": "{place}.",
    "results.player": "Name",
    "results.print": "Print",
    "results.progress": "Game {game} of {games}",
    "results.record": "Download the record of the match",
    "results.running": "still running",
    "results.seed": "Key",
    "results.sheet_caption": "Sheet of {name}, game {game}",
    "results.sheets_of": "Sheets of {name}",
    "results.show": "{name}, game {game}: {points} points. Show the sheet",
    "results.so_far_alone": "{points} points so far.",
    "results.title": "{variant}: results",
    "results.to_start": "To the start page",
    "results.total": "Total",
    "results.watch": "To the table",
    "results.wins": { one: "{names} wins.", other: "{names} share the first place." },
    "rules.choose": "Choose a game",
    "rules.games": "Games",
    "rules.intro": "All games here share one core: you roll up to three times, keep what you like, and write the result into a free cell. Whoever has the most points in the end wins.",
    "rules.own_page": "Read on a page of its own",
    "rules.pick": "What sets the games apart is told on their own pages.",
    "rules.reconstruction": "No printed rules of this game survive; they were restored from reports.",
    "rules.title": "Rules",
    "rules.title_of": "Rules: {variant}",
    "settings.animation": "See the dice roll",
    "settings.animation_hint": "If your device asks for less motion they keep still anyway.",
    "settings.handover": "Announce the hand-over",
    "settings.handover_hint": "Between two people at one device a page shows who is next.",
    "settings.keys": "Single keys",
    "settings.keys_hint": "R rolls, 1 to 6 keep dice. Switch them off if you steer by voice or with a switch.",
    "settings.language": "Language",
    "settings.note": "Only this browser remembers this.",
    "settings.table": "At the table",
    "settings.theme": "Appearance",
    "settings.theme_auto": "Like the device",
    "settings.theme_dark": "Dark",
    "settings.theme_light": "Light",
    "settings.title": "Settings",
    "start.add_bot": "Computer",
    "start.add_player": "Player",
    "start.bot_row": "The computer joins in",
    "start.default_name": "Player {place}",
    "start.facts": "{dice} dice, {turns} rounds",
    "start.facts_most": "{dice} dice, {turns} rounds, {most} points at most",
    "start.game": "What will you play?",
    "start.games": "How many games?",
    "start.go": "Go",
    "start.human_hint": "Whoever plays on their own device joins by a link or QR code. You will see it next.",
    "start.human_row": "Will give their own name",
    "start.kind_bot": "Computer",
    "start.kind_bot_named": "Computer: {name}",
    "start.kind_human": "on their own device",
    "start.kind_local": "at this device",
    "start.kind_of": "Who sits on seat {place}?",
    "start.lay_table": "Lay the table",
    "start.many_games": { one: "a match of {count} game", other: "a match of {count} games" },
    "start.name_of": "Name for seat {place}",
    "start.new": "New game",
    "start.nobody": "At least one person should be playing.",
    "start.one_game": "a single game",
    "start.players": "Who is playing?",
    "start.public": "Show in the list of open tables",
    "start.remove": "Remove seat {place}",
    "start.rules": "Rules",
    "start.title": "Come to the table",
    "start.told_apart": "Equal names get a number: {names}.",
    "start.too_few": { one: "{variant} needs at least one seat.", other: "{variant} needs at least {count} seats." },
    "start.too_many": { one: "{variant} has room for one seat at most.", other: "{variant} has room for {count} seats at most." },
    "table.abort": "End the match …",
    "table.abort_do": "End for everybody",
    "table.abort_text": "The match ends for everybody and cannot be continued. To interrupt it, just take a break.",
    "table.abort_title": "Really end the match?",
    "table.after": "Afterwards: upper {upper}, balance {saldo}, total {total}.",
    "table.back": "The connection is back.",
    "table.bonus_open": "not reached yet",
    "table.cancel": "Cancel",
    "table.category_in_column": "{category}, column {column}",
    "table.cell_open": "open",
    "table.cell_scratch": "Strike {category}",
    "table.cell_write": { one: "{category}: write {count} point", other: "{category}: write {count} points" },
    "table.column": "Column {column}",
    "table.column_times": "Column {column}, times {factor}",
    "table.dice": "Dice",
    "table.die": "Die {place}: {face}",
    "table.die_empty": "Die {place}: not rolled yet",
    "table.die_kept": "Die {place}: {face}, kept",
    "table.die_locked": "Die {place}: {face}, stays for good",
    "table.die_now_free": "Die {place} will be rolled: {face}.",
    "table.die_now_kept": "Die {place} stays: {face}.",
    "table.end.aborted": "The match was ended",
    "table.end.aborted_text": "Somebody ended the match early. The sheet can still be read.",
    "table.end.all_games": "Match",
    "table.end.alone": { one: "You reached {count} point.", other: "You reached {count} points." },
    "table.end.game": "Game {game} is over",
    "table.end.match": "The match is over",
    "table.end.next": "Next game",
    "table.end.only_game": "The game is over",
    "table.end.place": "Place",
    "table.end.player": "Name",
    "table.end.points": "Points",
    "table.end.this_game": "This game",
    "table.end.won": "{name} wins.",
    "table.end.won_together": "{names} share first place.",
    "table.extra_short": "+{points}",
    "table.game_of": "Game {game} of {games}",
    "table.handover.go": "Continue",
    "table.handover.pass": "Please pass on the device",
    "table.handover.to": "{name} to play",
    "table.handover.totals": "Score so far",
    "table.hint.choose": "Tap the dice to keep, or fill a box.",
    "table.hint.kept_all": "All dice stay: fill a box, or release some.",
    "table.hint.kept_some": "Roll the others again, or fill a box.",
    "table.hint.must_scratch": "Nothing fits any more: strike a box.",
    "table.hint.must_write": "No rolls left: fill the box that fits best.",
    "table.home": "To the start page",
    "table.key.arrows": "Arrows, Home, End",
    "table.key.arrows_does": "move through the open boxes",
    "table.key.back": "U or Backspace",
    "table.key.back_does": "take back the last entry",
    "table.key.enter": "Enter",
    "table.key.enter_does": "write in the box",
    "table.key.face": "Shift + 1 to {dice}",
    "table.key.face_does": "all dice with the same number",
    "table.key.keep": "1 to {dice}",
    "table.key.keep_does": "keep or release the die in this place",
    "table.key.keys_does": "this list",
    "table.key.log_does": "show or close the log",
    "table.key.roll": "R or Space",
    "table.key.roll_does": "roll",
    "table.key.scratch_does": "strike the box",
    "table.key_short": "Table {key}",
    "table.keys": "Keys",
    "table.keys_switch": "Single keys act",
    "table.last_entry": ", latest entry",
    "table.log": "Log",
    "table.log_empty": "Nothing has happened yet.",
    "table.lost": "No connection. Everything is saved; we keep trying.",
    "table.menu": "Menu",
    "table.no_roll_yet": "Not rolled yet, {total} rolls",
    "table.over": "The game is over",
    "table.pause": "Take a break",
    "table.pause_back": "The start page lists the table under “Continue”, on this device and in this browser.",
    "table.pause_saved": "Everything is saved already. You can simply close the page.",
    "table.place": "{place}.",
    "table.play_on": "Play on",
    "table.results": "Results",
    "table.roll": "Roll again ({left} left)",
    "table.roll_count": "Roll {used} of {total}",
    "table.roll_first": "Roll ({left} left)",
    "table.roll_none": "No rolls left",
    "table.roll_other": "{name} is rolling",
    "table.roll_over": "Game over",
    "table.round_of": "Round {round} of {rounds}",
    "table.rules": "Rules",
    "table.saldo.ahead": "ahead",
    "table.saldo.behind": "behind",
    "table.saldo.even": "even",
    "table.scratch.do": "Strike",
    "table.scratch.extra": { one: "This brings {count} extra point.", other: "This brings {count} extra points." },
    "table.scratch.instead": { one: "The roll would bring {count} point here. Struck, the box counts 0.", other: "The roll would bring {count} points here. Struck, the box counts 0." },
    "table.scratch.menu": "Strike a box …",
    "table.scratch.text": "The roll brings nothing here. The box will count 0 points.",
    "table.scratch.title": "Strike {category}?",
    "table.scratch.which": "Which box to strike?",
    "table.scratch.which_text": "A struck box counts 0 points and is used up.",
    "table.scratch.would": { one: "{count} point possible", other: "{count} points possible" },
    "table.settings": "Settings",
    "table.sheet": "Score sheet",
    "table.sheet_lower": "{caption}: lower section",
    "table.sheet_of": "Score sheet of {name}",
    "table.sheet_upper": "{caption}: upper section",
    "table.strike_word": "strike",
    "table.struck": "struck",
    "table.sum.bonus": "Bonus",
    "table.sum.bonus_from": "Bonus from {threshold}",
    "table.sum.extra": "Extra points",
    "table.sum.lower": "Lower sum",
    "table.sum.saldo": "Balance",
    "table.sum.total": "Total",
    "table.sum.upper": "Upper sum",
    "table.sum_hint.bonus": "{points} points from {threshold} in the upper section",
    "table.sum_hint.extra_game": "Counts in this game",
    "table.sum_hint.extra_match": "Counts in the match only",
    "table.sum_hint.saldo": "How far you are above or below three of each number",
    "table.take_back": "Take back",
    "table.take_back_long": "Take back the last entry",
    "table.title": "{who} · {variant} · Pasch",
    "table.to_move": "(to play)",
    "table.to_start": "To the start page",
    "table.turn_of": "{name} to play",
    "table.turn_solo": "Your turn",
    "table.whose_sheet": "Whose sheet",
    "table.why.all_kept": "All dice stay. Release at least one, or fill a box.",
    "table.why.no_answer": "The server did not answer. Nothing is lost, please try again.",
    "table.why.no_rolls": "No rolls left: fill a box or strike one.",
    "table.why.no_scratch": "You can strike a box only after a roll.",
    "table.why.no_take_back": "There is nothing to take back now.",
    "table.why.not_yours": "It is not your turn.",
    "tables.continue": "Continue",
    "tables.game_round": "Game {game} of {games}, round {round} of {rounds}",
    "tables.join": "Join",
    "tables.mine": "Your tables",
    "tables.none_mine": "No game begun yet. Every game is saved by itself and then waits for you here.",
    "tables.none_open": "Nobody is waiting for players right now.",
    "tables.open": "Open tables",
    "tables.round": "Round {round} of {rounds}",
    "tables.waiting": { one: "waiting, {count} seat free", other: "waiting, {count} seats free" },
    "tables.waiting_mine": "waiting for players",
    "wait.absent": "away for a moment",
    "wait.bot": "Computer",
    "wait.clear": "Clear the table",
    "wait.clear_sure": "The table disappears for everybody already seated.",
    "wait.complete": "Everybody is here. You can begin.",
    "wait.copied": "The link has been copied.",
    "wait.copied_short": "Copied",
    "wait.copy": "Copy the link",
    "wait.expected": "expected",
    "wait.free": "free seat",
    "wait.here": "at this device",
    "wait.how": "Scan it with the camera or send the link. Nothing else is needed.",
    "wait.invite": "Invite",
    "wait.leave": "Leave the seat",
    "wait.leave_sure": "Your seat becomes free again.",
    "wait.missing": { one: "One seat is still free.", other: "{count} seats are still free." },
    "wait.only_here": "This address works on this device only. To let others join, start Pasch with --lan.",
    "wait.opener_starts": "It begins as soon as the host starts.",
    "wait.present": "is here",
    "wait.qr": "QR code of the address {address}",
    "wait.seats": "At the table: {variant}",
    "wait.start": "Go",
    "wait.stay": "Stay",
    "wait.title": "The table is laid",
  },
};
