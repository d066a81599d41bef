"""Completions of shells for the command line of danad, from its tables (tables.py)."""

HEAD = "# Completion of danad for {}. Made by deploy/package/manual.py of the tables of commands and settings.\n"


def flags_of(command, settings):
    """All flags of a command, settings too where it takes them: flag, value, doc, choices."""
    found = [flag for use in command["uses"] for flag in use["flags"]]
    if command["name"] in ("serve", "healthcheck"):
        found += [{"flag": s["flag"], "value": "VALUE", "doc": s["doc"], "choices": s["choices"]} for s in settings]
    return found + [{"flag": "--help", "value": "", "doc": "explain the command", "choices": []}]


def arguments_of(command, commands):
    """What a command takes that is no flag: "FILE", "COMMAND", or None."""
    usage = command["uses"][0]["usage"]
    if "[COMMAND]" in usage:
        return "COMMAND"
    return "FILE" if "FILE" in usage or "CORPUS" in usage else None


def is_list(flag):
    """Whether its value is words with commas between them."""
    return flag["value"] == "A,B"


def bash(commands, settings):
    names = " ".join(c["name"] for c in commands)
    lines = [HEAD.format("bash"),
             "_danad() {",
             "    local command=serve current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= listed=",
             "    COMPREPLY=()",
             '    if [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} != -* ]]; then command=${COMP_WORDS[1]}; fi',
             '    if [[ $before == "=" ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi',
             '    if [[ $current == "=" ]]; then before=${COMP_WORDS[COMP_CWORD-1]} current=; fi',
             '    case "$command $before" in']
    for command in commands:
        for flag in flags_of(command, settings):
            if not flag["value"]:
                continue
            pattern = f'    "{command["name"]} {flag["flag"]}")'
            if flag["choices"] == ["FILE"]:
                lines.append(f"{pattern} compopt -o default 2>/dev/null; return ;;")
            elif flag["choices"] == ["FOLDER"]:
                lines.append(f'{pattern} compopt -o dirnames 2>/dev/null; return ;;')
            else:
                lines.append(f'{pattern} words="{" ".join(flag["choices"])}"{" listed=1" if is_list(flag) else ""} ;;')
    lines += ["    *)",
              '        case "$command" in']
    for command in commands:
        words = " ".join(flag["flag"] for flag in flags_of(command, settings))
        files = {"FILE": " compopt -o default 2>/dev/null;", "COMMAND": f' [[ $current == -* ]] || words="{names}";'}
        lines.append(f'        {command["name"]}) words="{words}";{files.get(arguments_of(command, commands), "")} ;;')
    lines += ["        esac",
              '        if [[ $COMP_CWORD -eq 1 ]]; then words="--version $words"; fi',
              '        if [[ $current != -* && $command != help ]]; then words=; fi',
              f'        if [[ $current != -* && $COMP_CWORD -eq 1 ]]; then words="{names}"; fi',
              "        ;;",
              "    esac",
              '    if [[ $listed && $current == *,* ]]; then',
              '        COMPREPLY=($(compgen -P "${current%,*}," -W "$words" -- "${current##*,}"))',
              "    else",
              '        COMPREPLY=($(compgen -W "$words" -- "$current"))',
              "    fi",
              "}",
              "complete -F _danad danad"]
    return "\n".join(lines) + "\n"


def zsh_text(text):
    return text.replace("\\", "\\\\").replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh_flag(flag):
    """A line of _arguments: a flag, what it does, its value."""
    if not flag["value"]:
        return f"'{flag['flag']}[{zsh_text(flag['doc'])}]'"
    action = {("FILE",): "_files", ("FOLDER",): "_files -/", (): ""}.get(tuple(flag["choices"]))
    if action is None:
        words = " ".join(flag["choices"])
        action = f"_values -s , {flag['value']} {words}" if is_list(flag) else f"({words})"
    repeated = "*" if "repeated" in flag["doc"] else ""
    return f"'{repeated}{flag['flag']}=[{zsh_text(flag['doc'])}]:{flag['value'].lower().replace(':', ' ')}:{action}'"


def zsh(commands, settings):
    lines = ["#compdef danad", HEAD.format("zsh"), "_danad() {", "    local -a commands", "    commands=("]
    lines += [f"        '{c['name']}:{zsh_text(c['doc'])}'" for c in commands]
    lines += ["    )",
              "    if (( CURRENT == 2 )) && [[ $words[CURRENT] != -* ]]; then",
              "        _describe command commands",
              "        return",
              "    fi",
              "    local command=serve",
              "    if [[ $words[2] != -* ]]; then",
              "        command=$words[2]",
              "        shift words",
              "        (( CURRENT-- ))",
              "    fi",
              "    case $command in"]
    for command in commands:
        lines.append(f"    {command['name']})")
        flags = " \\\n            ".join(zsh_flag(flag) for flag in flags_of(command, settings))
        rest = {"FILE": " \\\n            '*:file:_files'", "COMMAND": " \\\n            '1:command:(" +
                " ".join(c["name"] for c in commands) + ")'"}.get(arguments_of(command, commands), "")
        lines += [f"        _arguments -s \\\n            {flags}{rest}", "        ;;"]
    lines += ["    esac", "}", '_danad "$@"']
    return "\n".join(lines) + "\n"


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(commands, settings):
    names = " ".join(c["name"] for c in commands)
    lines = [HEAD.format("fish"),
             "complete -c danad -f",
             f"complete -c danad -n 'not __fish_seen_subcommand_from {names}' -l version -s V -d 'print the version'"]
    for command in commands:
        name = command["name"]
        lines.append(f"complete -c danad -n 'not __fish_seen_subcommand_from {names}' -a {name} -d {fish_text(command['doc'])}")
        seen = f"-n '__fish_seen_subcommand_from {name}'"
        rest = arguments_of(command, commands)
        if rest:
            lines.append(f"complete -c danad {seen} " + ("-F" if rest == "FILE" else f"-a '{names}'"))
        for flag in flags_of(command, settings):
            line = f"complete -c danad {seen} -l {flag['flag'][2:]} -d {fish_text(flag['doc'])}"
            if flag["choices"] == ["FILE"]:
                line += " -r -F"
            elif flag["choices"] == ["FOLDER"]:
                line += " -x -a '(__fish_complete_directories)'"
            elif is_list(flag) and flag["choices"]:
                line += f""" -x -a '(__fish_complete_list , "printf %s\\\\n {' '.join(flag['choices'])}")'"""
            elif flag["value"]:
                line += " -x" + (f" -a '{' '.join(flag['choices'])}'" if flag["choices"] else "")
            lines.append(line)
    return "\n".join(lines) + "\n"
